import type { Quirk } from '../service';
import type { Case } from './case';

/** Appends a record to the list. */
const record =
	(json: string): Quirk =>
	(answer, { service }) => {
		if (!service.records.includes(json)) service.records.push(json);
		if (answer.next === undefined) answer.records = [...new Set([...answer.records, json])];
	};

const texts = [
	'"😀 𝒳 \\ud83d\\ude00 ﷺ \\u200f \\u2028 é é"',
	'"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f"',
	'"\\ud800 and \\udc00"',
	'"={{ $json }} {{ 1 + 1 }}"',
	'"007","1e3","true","null",""',
];

const names = [
	'"":1',
	'"__proto__":{"a":1},"constructor":2,"toString":3,"hasOwnProperty":4',
	'"a.b":1,"a[0]":2,"a":{"b":3}',
	'"error":"none","errors":[],"message":"Hello"',
	'"data":[],"items":[1],"next":"x","Link":"y"',
	'"json":{"a":1},"binary":{"b":2},"pairedItem":3',
];

/** Valid JSON values (RFC 8259), which records must preserve. */
export const values: Case[] = [
	['All kinds of strings', 'all records', record(`{"_id":"odd","value":[${texts.join()}]}`)],
	['All kinds of field names', 'all records', record(`{"_id":"odd",${names.join()}}`)],
	[
		'300 nesting levels',
		'all records',
		record(`{"_id":"odd","value":${'['.repeat(300) + ']'.repeat(300)}}`),
	],
	['A record with a numeric ID', 'all records', record('{"_id":7,"name":"a"}')],
	['A record without an ID', 'all records', record('{"name":"a"}')],
];
