export { removeInstanceFolder as default } from './instanceFolder';
