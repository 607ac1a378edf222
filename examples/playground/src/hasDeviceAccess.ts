/** Whether this browser lets a page ask for a device such as a Ledger: Chrome and its relatives, over WebUSB alone on Android. */
export const hasDeviceAccess = (): boolean =>
  typeof navigator !== 'undefined' && ('hid' in navigator || 'usb' in navigator)
