// What `n8n-node lint` checks in a package that leaves its configuration as it is.
export { config as default } from '@n8n/node-cli/eslint';
