/** From records as the service sends them to records in the shape that Output asks for. */
export { withoutFormula } from './cells';
export { type RecordKind } from './shape';
export { openShape, shapeNames, shapeRecords, shapes, type OutputChoice } from './shapes';
