/** From records as the service sends them to records in the shape that Output asks for. */
export { escapeFormulasInRows, shapeFields, shapeFieldsWithTool } from './fields';
export { openShape, shapeRecord } from './openShape';
export { readOutput, type OutputChoice } from './parameters';
export type { OutputShape, RecordKind, ShapedList } from './shape';
