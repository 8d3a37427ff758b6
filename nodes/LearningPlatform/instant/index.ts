/** Events as they happen: a subscription that looks after itself, and the deliveries that the platform has signed. */
export { receive } from './delivery';
export { testEvent } from './event';
export { instantProperties, readInstantSettings } from './form';
export { publishedUrl } from './memory';
export { lookAfter, publish, unpublish } from './publish';
export type { Subscriber } from './requests';
