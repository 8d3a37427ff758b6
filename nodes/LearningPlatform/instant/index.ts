/** Events as they happen: a self-repairing subscription, and deliveries signed by the platform. */
export { receive } from './delivery';
export { testEvent } from './event';
export { instantProperties, readInstantSettings } from './form';
export { publishedUrl } from './memory';
export { lookAfter, publish, unpublish } from './publish';
export type { Subscriber } from './requests';
