// Contains the rules that `n8n-node lint` applies to a package with the default configuration.
export { config as default } from '@n8n/node-cli/eslint';
