/** The nodes' forms. Each field reads its own value. */
export {
	field,
	integer,
	menu,
	constantField,
	optionsOf,
	parameterOf,
	propertiesOf,
	readForm,
	shownFor,
	toggle,
	withToolVariant,
	type Field,
	type Form,
	type FormNode,
	type ReadParameter,
	type Values,
} from './field';
export { oneOf, quoted, text, wholeNumber } from './values';

export { customFields, customFieldsToClear } from './customFields';
export { filtersOf, filtersOfTool } from './filters';
export {
	addNamesOf,
	escapeFormulas,
	idFieldOption,
	maxRetries,
	readRequestOptions,
	removalLimitWith,
} from './options';
export { checkOutputFields, columnsOfRow, fieldNamesOf, outputs } from './output';
export { groupField, readCell, user, type GroupRef, type Ref } from './people';
export { locatorIn, recordField } from './record';
export {
	DESCRIPTION,
	nameIn,
	pathInForm,
	resourceField,
	subjectExpression,
	targetOf,
	type ListTarget,
} from './target';
export type { Training } from './training';
export {
	clearable,
	fieldsToClearOf,
	userFieldLabel,
	userFieldLabels,
	mail,
	userFields,
} from './userFields';
export { userKeys, comparedUsers, who, type ComparedUsers } from './who';
