/** Events as they happen: a subscription that looks after itself, and the deliveries that the platform has signed. */
export { forgetSecret, receive } from './delivery';
export { testEvent } from './event';
export { instantProperties, readInstantSettings, type InstantSettings } from './form';
export { isSubscribed, leave, lookAfter } from './missed';
export { subscribe, type Subscriber } from './subscription';
