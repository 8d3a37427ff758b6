import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { type WritePath, WRITES } from '../../contract';
import type { SandboxOptions } from '../../sandbox';
import { readMapperFields } from '../harness';
import { storedFor } from '../service';
import { CONTINUE, ofItem, outcomeOf, startPlatform, write, writesTo } from './people';

/** A platform with four custom fields of users and one of courses. Ana and Cem have an Office; Ana was Hired. */
async function startWithFields(options: SandboxOptions = {}) {
	const platform = await startPlatform(options);
	const { sandbox, ana, cem } = platform;
	const { catalogue, company, journal } = sandbox;
	catalogue.clear('custom-fields');
	const ids = {
		office: company.addCustomField('Office')._id,
		site: company.addCustomField('Site', 'string', ['Lyon', 'Paris'])._id,
		hired: company.addCustomField('Hired', 'date')._id,
		job: company.addCustomField('job')._id,
	};
	catalogue.add('custom-fields', { name: 'Level', type: 'string', targetType: 'contents' });
	const office = { customFieldId: ids.office, type: 'string' as const, value: 'A 1' };
	const hired = {
		customFieldId: ids.hired,
		type: 'date' as const,
		value: '2020-01-31T00:00:00.000Z',
	};
	company.setCustomValues(ana, [office, hired]);
	company.setCustomValues(cem, [office]);
	const stored = (userId: string): IDataObject => {
		const values = catalogue.list(`users/${userId}/custom-fields/values`);
		const valueOf = (id: string) => values.find(({ customFieldId }) => customFieldId === id)?.value;
		const all = Object.entries(ids).map(([name, id]) => [name, valueOf(id)] as const);
		return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as IDataObject;
	};
	/** The requests about custom fields. */
	const requests = () =>
		journal.entries
			.filter(({ kind }) => kind.includes('custom-fields'))
			.map(({ method, kind }) => `${method} ${kind.replace(/^\S+ /, '')}`);
	return { ...platform, ids, stored, requests };
}

type Platform = Awaited<ReturnType<typeof startWithFields>>;

/** Enters values by hand, as n8n's editor stores them. */
const byHand = (value: IDataObject): INodeParameters => ({
	fields: {},
	customFields: {
		mappingMode: 'defineBelow',
		value,
		matchingColumns: [],
		schema: [],
		attemptToConvertTypes: false,
		convertFieldsToString: false,
	} as unknown as INodeParameters,
});

const AUTOMATIC: INodeParameters = {
	fields: {},
	customFields: {
		mappingMode: 'autoMapInputData',
		value: null,
		matchingColumns: [],
		// Fields that the platform has renamed or deleted since.
		schema: [{ id: 'f'.repeat(24), displayName: 'Office', required: true }],
	},
};

const OFFICE = byHand({ Office: ofItem('office'), Hired: ofItem('hired') });

const READ = 'GET custom-fields';
const VALUES = 'GET users/{userId}/custom-fields/values';
const ALLOWED = 'GET custom-fields/{customFieldId}/authorized-values';
const PUT: WritePath = 'PUT users/{userId}/custom-fields/values';

interface Case {
	row: IDataObject;
	form: INodeParameters;
	operation?: string;
	found: IDataObject;
	/** What Ana's values are afterward. */
	values: IDataObject;
	requests: string[];
}

const KEPT = { office: 'A 1', hired: '2020-01-31T00:00:00.000Z' };

const UNCHANGED = { outcome: 'unchanged', changed: [], before: {} };

const ANA = 'ana@example.com';

it.each<[string, (platform: Platform) => Case]>([
	[
		'nothing is requested if no custom field is entered',
		() => ({
			row: { mail: ANA, office: '', hired: null },
			form: OFFICE,
			found: UNCHANGED,
			values: KEPT,
			requests: [],
		}),
	],
	[
		'values that are as they should be are read once and not sent',
		() => ({
			row: { mail: ANA, office: ' A  1', hired: '2020-01-31' },
			form: OFFICE,
			found: UNCHANGED,
			values: KEPT,
			requests: [READ, VALUES],
		}),
	],
	[
		'a value that differs is sent together with the others, which stay',
		() => ({
			row: { mail: ANA, office: 7 },
			form: OFFICE,
			found: { outcome: 'updated', changed: ['Office'], before: { Office: 'A 1' } },
			values: { ...KEPT, office: '7' },
			requests: [READ, VALUES, ALLOWED, VALUES, PUT],
		}),
	],
	[
		'an Excel day and a date are days, and the old day can be written back',
		() => ({
			row: { mail: ANA, hired: 46387 },
			form: OFFICE,
			found: { outcome: 'updated', changed: ['Hired'], before: { Hired: '2020-01-31' } },
			values: { ...KEPT, hired: '2026-12-31T00:00:00.000Z' },
			requests: [READ, VALUES, ALLOWED, VALUES, PUT],
		}),
	],
	[
		'a text in a field for days costs that field only',
		() => ({
			row: { mail: ANA, office: 'B 2', hired: '05/12/2026' },
			form: OFFICE,
			found: { outcome: 'updated', changed: ['Office'], notStored: ['Hired'] },
			values: { ...KEPT, office: 'B 2' },
			requests: [READ, VALUES, ALLOWED, VALUES, PUT],
		}),
	],
	[
		'Custom Fields to Clear removes values that the row does not have',
		() => ({
			row: { mail: ANA, office: 'A 1', hired: '' },
			form: { ...OFFICE, options: { customFieldsToClear: 'hired, Office, Site' } },
			found: { outcome: 'updated', changed: ['Hired'], before: { Hired: '2020-01-31' } },
			values: { office: 'A 1' },
			requests: [READ, VALUES, VALUES, PUT],
		}),
	],
	[
		'Custom Fields to Clear keeps the value if the one in the row cannot be read',
		() => ({
			row: { mail: ANA, office: 'A 1', hired: '05/12/2026' },
			form: { ...OFFICE, options: { customFieldsToClear: 'Hired' } },
			found: { ...UNCHANGED, notStored: ['Hired'] },
			values: KEPT,
			requests: [READ, VALUES],
		}),
	],
	[
		'the last values can be cleared as well',
		() => ({
			row: { mail: ANA, office: null, hired: '' },
			form: { ...OFFICE, options: { customFieldsToClear: 'Hired, Office' } },
			found: { outcome: 'updated', changed: ['Hired', 'Office'] },
			values: {},
			requests: [READ, VALUES, VALUES, PUT],
		}),
	],
	[
		'nothing is requested for a user who stays deleted',
		() => ({
			row: { mail: 'ben@example.com', office: 'B 2' },
			form: OFFICE,
			found: { outcome: 'deleted' },
			values: KEPT,
			requests: [],
		}),
	],
	[
		'a field may be named by its ID, also one whose name is that of another field',
		({ ids, ana }) => ({
			operation: 'update',
			row: { userId: ana },
			form: byHand({ [ids.office.toUpperCase()]: 'B 2', [ids.job]: 'Chef' }),
			found: {
				outcome: 'updated',
				changed: ['Office', ids.job],
				before: { Office: 'A 1', [ids.job]: null },
			},
			values: { ...KEPT, office: 'B 2', job: 'Chef' },
			requests: [READ, VALUES, ALLOWED, ALLOWED, VALUES, PUT],
		}),
	],
	[
		'columns of the same name are used automatically, without case and blanks',
		() => ({
			row: { ' office ': 'B 2', HIRED: '', mail: ANA, Level: '3', other: '#N/A' },
			form: AUTOMATIC,
			found: { outcome: 'updated', changed: ['Office'] },
			values: { ...KEPT, office: 'B 2' },
			requests: [READ, VALUES, ALLOWED, VALUES, PUT],
		}),
	],
	[
		"underscores in a column, as in n8n's Data Table, stand for blanks and signs",
		({ sandbox: { company } }) => {
			company.addCustomField('Cost-Center (old)');
			return {
				row: { mail: ANA, cost_center_old: 'X', Office_: 'B 2' },
				form: AUTOMATIC,
				found: { outcome: 'updated', changed: ['Cost-Center (old)', 'Office'] },
				values: { ...KEPT, office: 'B 2' },
				requests: [READ, VALUES, ALLOWED, ALLOWED, VALUES, PUT],
			};
		},
	],
	[
		'hyphens and underscores between words stand for blanks',
		({ sandbox: { company } }) => {
			company.addCustomField('Cost Center');
			company.addCustomField('team_lead');
			return {
				row: { mail: ANA, 'COST-CENTER': 'X', 'Team Lead': 'Y' },
				form: AUTOMATIC,
				found: { outcome: 'updated', changed: ['Cost Center', 'team_lead'] },
				values: KEPT,
				requests: [READ, VALUES, ALLOWED, ALLOWED, VALUES, PUT],
			};
		},
	],
	[
		'a column with another sign, or without the sign, is another column',
		({ sandbox: { company } }) => {
			for (const name of ['Bonus', 'C#', '№']) company.addCustomField(name);
			return {
				row: { mail: ANA, 'Bonus %': 5, 'C++': 'x', C: 'x', '%': '7', _: '7', 'office!': 'x' },
				form: AUTOMATIC,
				found: UNCHANGED,
				values: KEPT,
				requests: [READ],
			};
		},
	],
	[
		'a value that the platform does not allow costs that field only',
		() => ({
			row: { mail: ANA },
			form: byHand({ Site: 'Rome', Office: 'B 2' }),
			found: { outcome: 'updated', changed: ['Office'], notStored: ['Site'] },
			values: { ...KEPT, office: 'B 2' },
			requests: [READ, VALUES, ALLOWED, ALLOWED, VALUES, PUT],
		}),
	],
	[
		'a value in another Unicode form, or with other blanks, is sent as the platform allows it',
		({ sandbox: { catalogue }, ids }) => {
			catalogue.add(`custom-fields/${ids.site}/authorized-values`, { _id: 'Zürich  Süd ' });
			return {
				row: { mail: ANA },
				form: byHand({ Site: 'Zürich Süd'.normalize('NFD') }),
				found: { outcome: 'updated', changed: ['Site'] },
				values: { ...KEPT, site: 'Zürich  Süd ' },
				requests: [READ, VALUES, ALLOWED, VALUES, PUT],
			};
		},
	],
	[
		'an unknown name costs that field only',
		() => ({
			row: { mail: ANA },
			form: {
				...byHand({ Level: 'x', Office: 'A 1' }),
				options: { customFieldsToClear: 'Color' },
			},
			found: { outcome: 'unchanged', changed: [], notStored: ['Level', 'Color'] },
			values: KEPT,
			requests: [READ, VALUES],
		}),
	],
	[
		'a name that two fields have costs that field only, and an empty column with it nothing',
		({ sandbox: { company }, ids }) => {
			company.addCustomField('office');
			company.addCustomField('Site');
			return {
				row: { mail: ANA, OFFICE: 'B 2', site: '', [ids.site]: 'Lyon' },
				form: AUTOMATIC,
				found: { outcome: 'updated', changed: [ids.site], notStored: ['OFFICE'] },
				values: { ...KEPT, site: 'Lyon' },
				requests: [READ, VALUES, ALLOWED, VALUES, PUT],
			};
		},
	],
	[
		'two columns of one field fail the row',
		() => ({
			row: { mail: ANA, Office: 'A 1', 'office ': 'A 2' },
			form: AUTOMATIC,
			found: { error: 'Two fields or columns mean the same custom field' },
			values: KEPT,
			requests: [READ],
		}),
	],
	[
		"a sheet's error in a column fails the row",
		() => ({
			row: { mail: ANA, Office: '#N/A' },
			form: AUTOMATIC,
			found: { error: 'Office is an error, not a value' },
			values: KEPT,
			requests: [READ],
		}),
	],
	[
		'a dry run says what would be written, and writes nothing',
		() => ({
			row: { mail: ANA },
			form: { ...byHand({ Office: 'B 2', Site: 'Rome' }), options: { dryRun: true } },
			found: { outcome: 'updated', changed: ['Office'], notStored: ['Site'], dryRun: true },
			values: KEPT,
			requests: [READ, VALUES, ALLOWED, ALLOWED],
		}),
	],
])('%s', async (_name, caseOf) => {
	const platform = await startWithFields();
	const { sandbox, ana } = platform;
	const { row, form, operation = 'upsert', found, values, requests } = caseOf(platform);
	const run = await write(sandbox, operation, [row], form, CONTINUE);
	expect(run.found).toMatchObject([found]);
	expect(run.found[0]?.notStored).toEqual(found.notStored);
	expect(platform.stored(ana)).toEqual(values);
	expect(platform.requests()).toEqual(requests);
	expect(run.lines.join()).not.toMatch(/B 2|Rome|05.12/);
});

it('names in a hint and one warning what could not be written', async () => {
	const { sandbox } = await startWithFields();
	const rows = [ANA, 'cem@example.com'].map((mail) => ({ mail }));
	const form = byHand({ Site: 'Rome', Hired: 'soon', Color: 'red' });
	const { told, lines } = await write(sandbox, 'upsert', rows, form);
	expect(told).toEqual([
		'Hired could not be written: The value is not a day (2 items). The entry is "soon". Enter a day such as 2026-12-31: other formats could be read in two ways.',
		'Color could not be written: The platform has no such custom field for users (2 items). Check the spelling, or choose the field again: it may have been renamed or deleted.',
		'Site could not be written: The platform does not allow this value (2 items). The entry is "Rome", and the field allows "Lyon", "Paris". Correct the table, or ask a platform administrator to allow the value.',
	]);
	expect(lines.filter((line) => line.includes('look at the items'))).toHaveLength(1);
});

it('writes the custom fields of a new user, once', async () => {
	const { sandbox, group, stored } = await startWithFields();
	const rows = [{ mail: 'dora@example.com', groupId: group, Site: 'Lyon' }];
	const credential = storedFor(sandbox);
	const { found } = await write(credential, 'upsert', rows, AUTOMATIC);
	expect(found).toMatchObject([{ outcome: 'created', changed: ['mail', 'Site'] }]);
	expect(stored(found[0]?._id as string)).toEqual({ site: 'Lyon' });
	const again = await write(credential, 'upsert', rows, AUTOMATIC);
	expect(again.found.map(outcomeOf)).toEqual(['unchanged']);
});

it.each([
	['another value', 'job' as const, 'Chef', { office: 'B 2', job: 'Chef' }, 1],
	['the same value', 'office' as const, 'B 2', { office: 'B 2' }, 0],
])('keeps %s that somebody else has written meanwhile', async (_name, field, value, kept, puts) => {
	const { sandbox, ana, ids, stored } = await startWithFields();
	sandbox.faults.add({
		on: { kind: 'PATCH users/{userId}' },
		before: () => {
			sandbox.company.setCustomValues(ana, [{ customFieldId: ids[field], type: 'string', value }]);
		},
	});
	const form = { ...byHand({ Office: 'B 2' }), fields: { job: 'Doctor' } };
	const { found } = await write(sandbox, 'upsert', [{ mail: ANA }], form);
	expect(found).toMatchObject([{ outcome: 'updated', changed: ['job', 'Office'] }]);
	expect(stored(ana)).toEqual(kept);
	expect(sandbox.journal.of(PUT)).toHaveLength(puts);
});

it.each([
	['a different value', { Office: 'B 3' }, '!An earlier item asks for a different value'],
	['the same value', { Office: 'B 2' }, 'unchanged'],
	['another field', { Site: 'Lyon' }, 'updated'],
])('a second row with %s for the same user', async (_name, more, outcome) => {
	const { sandbox } = await startWithFields();
	const rows = [
		{ mail: ANA, Office: 'B 2' },
		{ mail: ANA, ...more },
	];
	const { found } = await write(sandbox, 'upsert', rows, AUTOMATIC, CONTINUE);
	expect(found.map(outcomeOf)).toEqual(['updated', expect.stringContaining(outcome)]);
});

it.each([
	['a value', { Office: 'B 2' }, { office: 'B 2', site: 'Lyon' }],
	['a cleared field', { Office: '', clear: 'Office' }, { site: 'Lyon' }],
])(
	'a second row keeps %s of the first, although the list lags behind',
	async (_name, first, more) => {
		const { sandbox, ana, stored } = await startWithFields({ listLag: 3 });
		const rows = [
			{ mail: ANA, clear: '', ...first },
			{ mail: ANA, clear: '', Site: 'Lyon' },
		];
		const form = { ...AUTOMATIC, options: { customFieldsToClear: ofItem('clear') } };
		const { found } = await write(sandbox, 'upsert', rows, form, CONTINUE);
		expect(found.map(outcomeOf)).toEqual(['updated', 'updated']);
		const { hired } = KEPT;
		expect(stored(ana)).toEqual({ hired, ...more });
	},
);

it('two runs at once keep the values of each other', async () => {
	const { sandbox, ana, stored } = await startWithFields();
	const before = async () => {
		await new Promise((resolve) => setTimeout(resolve, 200));
	};
	sandbox.faults.add({ on: { kind: PUT }, before });
	const credential = storedFor(sandbox);
	const entered = [{ Office: 'B 2' }, { Site: 'Lyon' }];
	await Promise.all(
		entered.map((values) => write(credential, 'upsert', [{ mail: ANA }], byHand(values))),
	);
	expect(stored(ana)).toEqual({ ...KEPT, office: 'B 2', site: 'Lyon' });
});

it.each([
	['dropped', { drop: 'answer' as const }],
	['a login page', { body: '<html>Log in</html>' }],
	['an empty object', { body: {} }],
	['an empty list', { body: [] }],
])('looks at the values if the response is %s', async (_name, fault) => {
	const { sandbox, ana, stored } = await startWithFields();
	sandbox.faults.add({ on: { kind: PUT }, ...fault });
	const { found } = await write(sandbox, 'upsert', [{ mail: ANA }], byHand({ Office: 'B 2' }));
	expect(found).toMatchObject([{ outcome: 'updated', changed: ['Office'] }]);
	expect(found[0]).not.toHaveProperty('notStored');
	expect(stored(ana)).toEqual({ ...KEPT, office: 'B 2' });
	expect(sandbox.journal.of(PUT)).toHaveLength(1);
});

it.each([429, 503])(
	'keeps what somebody edits before the retry that follows a %d',
	async (status) => {
		const { sandbox, ana, ids, stored } = await startWithFields();
		const values = (['office', 'site'] as const).map((name) => ({
			customFieldId: ids[name],
			type: 'string' as const,
			value: 'Lyon',
		}));
		const hired = { customFieldId: ids.hired, type: 'date' as const, value: KEPT.hired };
		const before = () => {
			sandbox.company.setCustomValues(ana, [hired, ...values]);
		};
		sandbox.faults.add({ on: { kind: PUT }, status, before });
		const { found } = await write(
			sandbox,
			'upsert',
			[{ mail: ANA }],
			byHand({ hired: '2021-01-31' }),
		);
		expect(found).toMatchObject([{ outcome: 'updated', changed: ['Hired'] }]);
		expect(stored(ana)).toEqual({
			office: 'Lyon',
			site: 'Lyon',
			hired: '2021-01-31T00:00:00.000Z',
		});
	},
);

it('looks at the values even if the platform stores them otherwise', async () => {
	const { sandbox, ana, stored } = await startWithFields({ spelling: 'cut' });
	sandbox.faults.add({ on: { kind: PUT }, drop: 'answer' });
	const form = byHand({ Office: 'B 2, second floor' });
	const { found } = await write(sandbox, 'upsert', [{ mail: ANA }], form);
	expect(found).toMatchObject([{ outcome: 'updated', notStored: ['Office'] }]);
	expect(stored(ana)).toMatchObject({ office: 'B 2, second ' });
	expect(sandbox.journal.of(PUT)).toHaveLength(1);
});

it('leaves a value alone that the platform does not allow anymore', async () => {
	const { sandbox, ana, ids } = await startWithFields();
	const value = { customFieldId: ids.site, type: 'string' as const, value: 'Rome' };
	sandbox.company.setCustomValues(ana, [value]);
	const rows = [
		{ mail: ANA, Site: 'Rome' },
		{ mail: 'cem@example.com', Site: 'Lyon' },
	];
	const { found } = await write(sandbox, 'upsert', rows, AUTOMATIC);
	expect(found.map(outcomeOf)).toEqual(['unchanged', 'updated']);
	expect(found[0]).not.toHaveProperty('notStored');
});

it('says which values the platform has stored otherwise', async () => {
	const { sandbox } = await startWithFields();
	const stored = [{ customFieldId: 'f'.repeat(24), type: 'string', value: 'x' }];
	sandbox.faults.add({ on: { kind: PUT }, body: stored });
	const { found, told } = await write(
		sandbox,
		'upsert',
		[{ mail: ANA }],
		byHand({ Office: 'B 2' }),
	);
	expect(found).toMatchObject([{ outcome: 'updated', notStored: ['Office'] }]);
	expect(told.join()).toContain('The platform did not store Office as it was sent.');
});

it('Change Limit counts users whose custom fields differ', async () => {
	const { sandbox, add } = await startWithFields();
	const rows = Array.from({ length: 30 }, (_, at) => {
		sandbox.company.setCustomValues(add(`p${at}`), []);
		return { mail: `p${at}@example.com`, Office: 'B 2' };
	});
	const { error } = await write(sandbox, 'upsert', rows, AUTOMATIC);
	expect(error?.message).toContain('The run would change 30 of 30 users');
	expect(error?.description).toContain('Changes by field: Office 30.');
	expect(writesTo(sandbox)).toEqual([]);
});

it.each([
	['no column', AUTOMATIC, 'No column has the name of a custom field.'],
	['a column that is always empty', OFFICE, 'No item has a value in Office, Hired.'],
])('gives a hint for %s', async (_name, form, hint) => {
	const { sandbox } = await startWithFields();
	const rows = [{ mail: ANA }, { mail: 'cem@example.com' }];
	const { told, found } = await write(sandbox, 'upsert', rows, form);
	expect(told.join()).toContain(hint);
	expect(found.map(outcomeOf)).toEqual(['unchanged', 'unchanged']);
});

it.each<[name: string, mails: string[], form: INodeParameters, hint: string]>([
	[
		'no row of a table has a column of the name',
		[ANA, 'cem@example.com'],
		AUTOMATIC,
		`No column has the name "Office" of Custom Fields to Clear, so nothing was cleared there. A column of the table may have been renamed (2 items).`,
	],
	[
		'the only item has no column of the name',
		[ANA],
		AUTOMATIC,
		`No column has the name "Office" of Custom Fields to Clear, so nothing was cleared there. A column of the table may have been renamed.`,
	],
	[
		'the only item lacks the column that is entered',
		[ANA],
		byHand({ Office: ofItem('office') }),
		'No item has a value in Office. A column of the table may have been renamed.',
	],
])(
	'Custom Fields to Clear keeps the values if %s, and says so',
	async (_name, mails, own, hint) => {
		const { sandbox, ana, stored } = await startWithFields();
		const rows = mails.map((mail) => ({ mail, Room: 'A 1' }));
		const form = { ...own, options: { customFieldsToClear: 'Office' } };
		const { told } = await write(sandbox, 'upsert', rows, form);
		expect(told).toEqual([hint]);
		expect(stored(ana)).toEqual(KEPT);
	},
);

it.each([
	['keeps the values if no item has the column', undefined, {}, KEPT],
	['clears the values if the cells are empty', '', {}, { hired: KEPT.hired }],
	[
		'clears the values if one item has the column',
		undefined,
		{ office: '' },
		{ hired: KEPT.hired },
	],
])('Custom Fields to Clear %s', async (_name, office, more, values) => {
	const { sandbox, ana, stored } = await startWithFields();
	const rows = [
		{ mail: ANA, ...(office !== undefined && { office }) },
		{ mail: 'cem@example.com', ...(office !== undefined && { office }), ...more },
	];
	const form = { ...OFFICE, options: { customFieldsToClear: ' office ' } };
	await write(sandbox, 'upsert', rows, form);
	expect(stored(ana)).toEqual(values);
});

const codes = Object.entries(WRITES[PUT]?.errors ?? {})
	.filter(([status]) => ['400', '404'].includes(status))
	.flatMap(([status, all]) => all.map((code) => ({ code, status: Number(status) })));

it.each(codes)('explains the error code of a rejected request: $code', async ({ code, status }) => {
	const { sandbox } = await startWithFields();
	const body = { error: { code, message: 'Never mind' } };
	sandbox.faults.add({ on: { kind: PUT }, status, body });
	const form = byHand({ Office: 'B 2' });
	const { found, told } = await write(sandbox, 'upsert', [{ mail: ANA }], form, CONTINUE);
	const [{ error, message, notStored } = {}] = found;
	// These three cost only the field.
	const isOfField = ['customFieldNotFound', 'unauthorizedValue', 'wrongTypeValue'].includes(code);
	expect(notStored).toEqual(isOfField ? ['Office'] : undefined);
	const said = isOfField ? told.join() : `${error as string} ${message as string}`;
	expect(said).toMatch(/The platform (?!rejected)[^"]+/);
	expect(said).toContain(`"${code}: Never mind"`);
});

it('needs the scope for custom fields if it only clears them', async () => {
	const { sandbox } = await startWithFields({ scopes: ['users:write', 'customFields:read'] });
	const form = { options: { customFieldsToClear: 'Office' } };
	const { error } = await write(sandbox, 'upsert', [{ mail: ANA }], form);
	expect(error?.description).toContain('these scopes: "users:write", "customFields:read".');
});

describe("n8n's editor offers", () => {
	const read = async (options: SandboxOptions = {}) => {
		const { sandbox, ids } = await startWithFields(options);
		return { ids, fields: readMapperFields({ credential: sandbox, method: 'getCustomFields' }) };
	};

	it('the custom fields of users, days as dates', async () => {
		const { ids, fields } = await read();
		const shown = (await fields).fields.map(({ id, displayName, type, required, display }) => [
			id,
			displayName,
			type,
			required,
			display,
		]);
		expect(shown).toEqual([
			[ids.office, 'Office', 'string', false, true],
			[ids.site, 'Site', 'string', false, true],
			[ids.hired, 'Hired', 'dateTime', false, true],
			[ids.job, 'job', 'string', false, true],
		]);
	});

	it('a notice only if there are no custom fields', async () => {
		const { sandbox } = await startWithFields();
		const notice = async () =>
			(await readMapperFields({ credential: sandbox, method: 'getCustomFields' }))
				.emptyFieldsNotice;
		expect(await notice()).toBeUndefined();
		sandbox.catalogue.clear('custom-fields');
		expect(await notice()).toBe('The platform has no custom fields for users.');
	});

	it('an error that names the missing scope', async () => {
		const { fields } = await read({ scopes: ['users:read'] });
		await expect(fields).rejects.toThrow('the "customFields:read" scope');
	});
});
