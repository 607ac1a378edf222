/** Whether this browser lets a page ask for a device such as a Ledger: Chrome and its relatives on a computer. */
export const hasWebHid = (): boolean => typeof navigator !== 'undefined' && 'hid' in navigator
