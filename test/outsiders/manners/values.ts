import type { Manner } from '../service';
import type { Case } from './case';

/** Has one more record, with a field of this JSON. */
const value = (json: string): Manner => record(`{"_id":"odd","value":${json}}`);

const record =
	(json: string): Manner =>
	(answer, { service }) => {
		if (!service.records.includes(json)) service.records.push(json);
		if (answer.next === undefined) answer.records = [...new Set([...answer.records, json])];
	};

/** What JSON can say (RFC 8259), a record has to keep. */
export const values: Case[] = [
	['Text of every plane', 'all', value('"😀 𝒳 \\ud83d\\ude00 ﷺ \\u200f \\u2028 é é"')],
	['Escapes', 'all', value('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0001\\u007f"')],
	['Half a character', 'all', value('"\\ud800 and \\udc00"')],
	['An empty name', 'all', value('{"":1}')],
	[
		'Names of the language',
		'all',
		value('{"__proto__":{"a":1},"constructor":2,"toString":3,"hasOwnProperty":4}'),
	],
	['Names with dots and brackets', 'all', value('{"a.b":1,"a[0]":2,"a":{"b":3}}')],
	['Texts that look like expressions', 'all', value('"={{ $json }} {{ 1 + 1 }}"')],
	['Texts that look like numbers', 'all', value('["007","1e3","true","null",""]')],
	['300 levels', 'all', value('['.repeat(300) + ']'.repeat(300))],
	[
		'Fields named as an error',
		'all',
		record('{"_id":"odd","error":"none","errors":[],"message":"Hello"}'),
	],
	[
		'Fields named as an envelope',
		'all',
		record('{"_id":"odd","data":[],"items":[1],"next":"x","Link":"y"}'),
	],
	[
		'Fields named as parts of an item',
		'all',
		record('{"_id":"odd","json":{"a":1},"binary":{"b":2},"pairedItem":3}'),
	],
	['A record with a field below proto', 'all', record('{"_id":"odd","__proto__":{"name":"a"}}')],
	['A record whose ID is a number', 'all', record('{"_id":7,"name":"a"}')],
	['A record without ID', 'all', record('{"name":"a"}')],
	[
		'Two IDs of 64 bits',
		'all or an error',
		value('[9007199254740992,9007199254740993,1152921504606846977]'),
	],
];
