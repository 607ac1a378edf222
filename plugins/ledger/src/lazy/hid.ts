/** The members of WebHID that are used (https://wicg.github.io/webhid/); TypeScript's own library has none of it. */
export interface HidDevice extends EventTarget {
  readonly vendorId: number
  readonly opened: boolean
  open(): Promise<void>
  close(): Promise<void>
  sendReport(reportId: number, data: Uint8Array<ArrayBuffer>): Promise<void>
}

export interface Hid extends EventTarget {
  /** Devices that the person has let this site use. */
  getDevices(): Promise<readonly HidDevice[]>
  /** Asks the person. Must be called within a press. */
  requestDevice(options: {
    readonly filters: readonly { readonly vendorId: number }[]
  }): Promise<readonly HidDevice[]>
}

/** Ledger's USB vendor id. */
export const ledgerVendor = 0x2c97

/** The browser's WebHID; `undefined` in Firefox, in Safari, and on pages without https. */
export function findHid(): Hid | undefined {
  const hid: unknown = typeof navigator === 'undefined' ? undefined : Reflect.get(navigator, 'hid')
  return isHid(hid) ? hid : undefined
}

const isHid = (value: unknown): value is Hid =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'requestDevice') === 'function'

/** The bytes of an input report; `undefined` for an event that is none. */
export function reportOf(event: Event): Uint8Array | undefined {
  const data: unknown = Reflect.get(event, 'data')
  return data instanceof DataView ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : undefined
}
