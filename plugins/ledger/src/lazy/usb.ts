import { type Hid, type HidDevice, ledgerVendor } from './hid.js'

interface UsbEndpoint {
  readonly endpointNumber: number
  readonly direction: 'in' | 'out'
}

interface UsbInterface {
  readonly interfaceNumber: number
  readonly alternates: readonly {
    readonly interfaceClass: number
    readonly endpoints: readonly UsbEndpoint[]
  }[]
}

/** The members of WebUSB that are used (https://wicg.github.io/webusb/); TypeScript's own library has none of it. */
export interface UsbDevice {
  readonly vendorId: number
  readonly opened: boolean
  readonly configuration: { readonly interfaces: readonly UsbInterface[] } | null
  open(): Promise<void>
  close(): Promise<void>
  selectConfiguration(value: number): Promise<void>
  claimInterface(interfaceNumber: number): Promise<void>
  transferIn(endpointNumber: number, length: number): Promise<{ readonly data?: DataView | undefined }>
  transferOut(endpointNumber: number, data: Uint8Array<ArrayBuffer>): Promise<{ readonly status: string }>
}

export interface Usb extends EventTarget {
  /** Devices that the person has let this site use. */
  getDevices(): Promise<readonly UsbDevice[]>
  /** Asks the person. Must be called within a press. */
  requestDevice(options: { readonly filters: readonly { readonly vendorId: number }[] }): Promise<UsbDevice>
}

/** The interface that a device has for programs of its maker. */
const vendorClass = 255
/** Bytes of a packet. */
const packetSize = 64

/** The browser's WebUSB; `undefined` where it has none, and on pages without https. */
export function findUsb(): Usb | undefined {
  const usb: unknown = typeof navigator === 'undefined' ? undefined : Reflect.get(navigator, 'usb')
  return isUsb(usb) ? usb : undefined
}

const isUsb = (value: unknown): value is Usb =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, 'requestDevice') === 'function'

/**
 * WebUSB in the form of WebHID: the packets are the same. Chrome on Android has this way only.
 *
 * @param signal Ends the listening.
 */
export function usbAsHid(usb: Usb, signal: AbortSignal): Hid {
  const known = new Map<UsbDevice, HidDevice>()
  const tellGone = (device: HidDevice | undefined) =>
    void hid.dispatchEvent(Object.assign(new Event('disconnect'), { device }))
  const deviceOf = (device: UsbDevice): HidDevice => {
    const own = known.get(device) ?? createDevice(device, tellGone)
    known.set(device, own)
    return own
  }
  const hid: Hid = Object.assign(new EventTarget(), {
    getDevices: async () =>
      (await usb.getDevices()).filter(({ vendorId }) => vendorId === ledgerVendor).map(deviceOf),
    requestDevice: async (options: Parameters<Hid['requestDevice']>[0]) => [
      deviceOf(await usb.requestDevice(options)),
    ],
  })
  usb.addEventListener('disconnect', (event) => tellGone(known.get(Reflect.get(event, 'device'))), { signal })
  return hid
}

function createDevice(device: UsbDevice, tellGone: (own: HidDevice) => void): HidDevice {
  let ends: Ends | undefined
  const own: HidDevice = Object.assign(new EventTarget(), {
    vendorId: device.vendorId,
    get opened() {
      return device.opened
    },
    async open() {
      await device.open()
      try {
        ends = await claim(device)
      } catch (error) {
        await device.close()
        throw error
      }
      // What can't be read any more is as good as unplugged; nobody else would tell a request that waits for the person.
      readAll(ends).catch(() => tellGone(own))
    },
    async close() {
      ends = undefined
      await device.close()
    },
    async sendReport(_: number, data: Uint8Array<ArrayBuffer>) {
      if (!ends) throw new DOMException('The device isn’t open.', 'InvalidStateError')
      const { status } = await device.transferOut(ends.out, data)
      if (status !== 'ok') throw new DOMException(`The device answered: ${status}.`, 'NetworkError')
    },
  })

  async function readAll(opened: Ends): Promise<void> {
    while (ends === opened) {
      const { data } = await device.transferIn(opened.in, packetSize).catch((error: unknown) => {
        // A device that is closed ends what is being read.
        if (ends === opened) throw error
        return { data: undefined }
      })
      if (data) own.dispatchEvent(Object.assign(new Event('inputreport'), { data }))
    }
  }
  return own
}

interface Ends {
  readonly in: number
  readonly out: number
}

/** Takes the device for this page. @throws DOMException when another page or program has it */
async function claim(device: UsbDevice): Promise<Ends> {
  if (device.configuration === null) await device.selectConfiguration(1)
  for (const { interfaceNumber, alternates } of device.configuration?.interfaces ?? []) {
    const endpoints = alternates.find(({ interfaceClass }) => interfaceClass === vendorClass)?.endpoints
    const numberOf = (wanted: UsbEndpoint['direction']) =>
      endpoints?.find(({ direction }) => direction === wanted)?.endpointNumber
    const [input, output] = [numberOf('in'), numberOf('out')]
    if (input === undefined || output === undefined) continue
    await device.claimInterface(interfaceNumber)
    return { in: input, out: output }
  }
  throw new DOMException('The device has no interface for pages.', 'NotFoundError')
}
