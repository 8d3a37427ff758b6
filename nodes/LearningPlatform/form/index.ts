/** The form of the nodes: fields that know what n8n shows of them and how the value in them is read. */
export {
	field,
	menu,
	menuField,
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
export { boolean, oneOf, text, wholeNumber } from './values';

export { filtersOf, filtersOfTool } from './filters';

export { addNamesOf, escapeFormulas, idFieldWith, maxRetries, removalLimitWith } from './options';
export {
	checkOutputFields,
	columnsOfRow,
	fieldNamesOf,
	output,
	outputOfFile,
	outputOfTool,
} from './output';
export { recordField } from './record';
export { readRequestOptions } from './requestOptions';
export { forEachResource, resourceField, shownForResource, SUBJECT } from './resource';
export { pathInForm, targetOf, type ListTarget } from './target';
export type { Training } from './training';
