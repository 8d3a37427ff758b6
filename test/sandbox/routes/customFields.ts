import type { Catalogue } from '../catalogue';
import type { Settings } from '../options';
import type { Company, CustomValue } from '../records/company';
import { spelledText } from '../records/spelling';
import { json } from '../reply';
import type { WriteTable } from './writeTable';

/** The write that replaces all custom field values of a user. */
export function customFieldWrites(
	{ spelling }: Settings,
	catalogue: Catalogue,
	company: Company,
): WriteTable {
	/** Returns the error code of a value that its field does not allow. */
	function refusalOf({ customFieldId, type, value }: CustomValue): string | undefined {
		const field = [...catalogue.records('custom-fields')].find(({ _id }) => _id === customFieldId);
		if (field?.targetType !== 'users') return 'customFieldNotFound';
		const isDate = /^\d{4}-\d\d-\d\d(T|$)/.test(value) && !Number.isNaN(Date.parse(value));
		if (type !== field.type || (type === 'date' && !isDate)) return 'wrongTypeValue';
		const path = `custom-fields/${customFieldId}/authorized-values`;
		const authorized = Array.from(catalogue.records(path), ({ _id }) => _id);
		// Authorized dates have no time.
		const shown = type === 'date' ? value.slice(0, 10) : value;
		const isFree = authorized.length === 0;
		return isFree || authorized.includes(shown) ? undefined : 'unauthorizedValue';
	}

	return {
		'PUT users/{userId}/custom-fields/values': ({ parameters: { userId = '' }, body }) => {
			const { customValues } = body as { customValues: CustomValue[] };
			if (!company.find(userId)) return 'userNotFound';
			const refusals = customValues.map(refusalOf);
			const ids = new Set(customValues.map(({ customFieldId }) => customFieldId));
			if (refusals.includes('customFieldNotFound')) return 'customFieldNotFound';
			if (ids.size < customValues.length) return 'multipleValuesForSingleCustomField';
			const refusal = refusals.find((code) => code !== undefined);
			if (refusal !== undefined) return refusal;
			const stored = customValues.map((one) =>
				one.type === 'date' ? one : { ...one, value: spelledText(spelling, 'custom', one.value) },
			);
			company.setCustomValues(userId, stored);
			return json(200, catalogue.shown(`users/${userId}/custom-fields/values`));
		},
	};
}
