import type { LedgerDevice } from '@latchkey/devstack/ledger'
import type { Usb, UsbDevice } from '../src/lazy/usb.js'

export interface TestUsb extends Usb {
  /** How often the person was asked for leave, and whether they give it. */
  prompts: number
  isAllowed: boolean
  /** Another program has the interface. */
  isTaken: boolean
  unplug(): void
}

/** A WebUSB that has one Ledger: opened, configured and claimed in this order, and read by transfers that wait. */
export function createTestUsb(ledger: LedgerDevice): TestUsb {
  let isPlugged = true
  let isGranted = false
  let device = makeDevice()
  const fail = (name: string): never => {
    throw new DOMException('The browser refuses it.', name)
  }

  function makeDevice() {
    const arrived: Uint8Array[] = []
    let waiting: { resolve(): void; reject(error: unknown): void } | undefined
    let isClaimed = false
    const leave = () => {
      Object.assign(own, { opened: false })
      isClaimed = false
      waiting?.reject(new DOMException('The transfer was cancelled.', 'AbortError'))
    }
    const endpoints = [
      { endpointNumber: 3, direction: 'in' },
      { endpointNumber: 3, direction: 'out' },
    ] as const
    const interfaces = [
      { interfaceNumber: 0, alternates: [{ interfaceClass: 3, endpoints: [] }] },
      { interfaceNumber: 2, alternates: [{ interfaceClass: 255, endpoints }] },
    ]
    const own = {
      vendorId: 0x2c97,
      opened: false,
      configuration: null as UsbDevice['configuration'],
      leave,
      async open() {
        if (own.opened || !isPlugged) fail('InvalidStateError')
        own.opened = true
      },
      close: async () => leave(),
      async selectConfiguration(value: number) {
        if (!own.opened || value !== 1) fail('InvalidStateError')
        own.configuration = { interfaces }
      },
      async claimInterface(interfaceNumber: number) {
        if (!own.opened || usb.isTaken || interfaceNumber !== 2) fail('NetworkError')
        isClaimed = true
      },
      async transferOut(endpointNumber: number, data: Uint8Array) {
        if (!isClaimed || endpointNumber !== 3 || data.length !== 64) fail('InvalidAccessError')
        void ledger.receive(data).then(({ packets, isReplugged }) => {
          arrived.push(...packets)
          if (packets.length > 0) waiting?.resolve()
          if (!isReplugged) return
          usb.unplug()
          isPlugged = true
          device = makeDevice()
        })
        return { status: 'ok' }
      },
      async transferIn(endpointNumber: number, length: number) {
        if (!isClaimed || endpointNumber !== 3 || length !== 64) fail('InvalidAccessError')
        if (arrived.length === 0) {
          await new Promise<void>((resolve, reject) => {
            waiting = { resolve, reject }
          })
        }
        const packet = Uint8Array.from(arrived.shift() ?? [])
        return { data: new DataView(packet.buffer) }
      },
    }
    return own
  }

  const usb: TestUsb = Object.assign(new EventTarget(), {
    prompts: 0,
    isAllowed: true,
    isTaken: false,
    getDevices: async () => (isGranted && isPlugged ? [device] : []),
    async requestDevice() {
      usb.prompts += 1
      if (!usb.isAllowed || !isPlugged) fail('NotFoundError')
      isGranted = true
      return device
    },
    unplug() {
      isPlugged = false
      device.leave()
      usb.dispatchEvent(Object.assign(new Event('disconnect'), { device }))
    },
  })
  return usb
}
