/**
 * What writes cards and calendars, which is loaded together.
 * @module
 */
export { formatVCalendar } from '../vobject/vcalendar-format.js';
export { formatVCard } from '../vobject/vcard-format.js';
