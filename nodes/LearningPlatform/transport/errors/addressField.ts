/**
 * The field of the credential that has the platform's address, as a noun. The errors do not know the credential,
 * and with one of the public services chosen, Service is the only field of it that the user sees.
 */
export const ADDRESS_FIELD = 'Service (with Other: Base URL)';
