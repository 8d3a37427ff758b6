/** The form of the nodes: fields that know what n8n shows of them and how the value in them is read. */
export {
	field,
	menuField,
	optionsOf,
	propertiesOf,
	readForm,
	showOnlyFor,
	shownFor,
	type Field,
	type Form,
	type FormNode,
	type ReadParameter,
} from './field';
export { boolean, fieldNames, filterText, oneOf, text, wholeNumber } from './values';

export { addNamesOf } from './addNames';
export { fieldNamesOf } from './fieldNames';
export { operatorMenu } from './filterQuery';
export { filtersOf, filtersOfTool } from './filters';
export { recordField } from './record';
export { readRequestOptions } from './requestOptions';
export {
	escapeFormulas,
	limit,
	longListHint,
	maxRetries,
	output,
	outputOfFile,
	outputOfTool,
} from './sharedFields';
export { splitByOf } from './splitBy';
export { listIn, resourceField, SUBJECT, targetOf, type ListTarget } from './target';
