/** The forms of the nodes, made of fields that read themselves. */
export {
	field,
	menu,
	notOffered,
	optionsOf,
	percentage,
	propertiesOf,
	readForm,
	showOnlyFor,
	shownFor,
	toggle,
	withToolVariant,
	type Field,
	type Form,
	type FormNode,
	type ReadParameter,
} from './field';
export { boolean, chosen, fieldNames, oneOf, text, wholeNumber } from './values';

export { filtersOf, filtersOfTool } from './filters';
export { dateText, filterText } from './filterValues';

export {
	addNamesOf,
	escapeFormulas,
	idFieldWith,
	maxRetries,
	optionsOfItems,
	removalLimitWith,
} from './options';
export {
	checkOutputFields,
	columnsOfRow,
	fieldNamesOf,
	output,
	outputOfFile,
	outputOfTool,
} from './output';
export { readRecordId, recordField, recordProperty } from './record';
export { readRequestOptions } from './requestOptions';
export { forEachResource, listNames, resourceField, shownForResource, SUBJECT } from './resource';
export { pathInForm, targetOf, type ListTarget } from './target';
export type { Training } from './training';
