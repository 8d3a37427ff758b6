// The rules of `n8n-node lint` for a package with the default configuration.
export { config as default } from '@n8n/node-cli/eslint';
