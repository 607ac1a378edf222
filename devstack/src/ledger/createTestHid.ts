/** What the browser's part of the cable asks for. */
export interface HidCable {
  send(packet: number[]): Promise<{ readonly packets: number[][]; readonly isReplugged: boolean }>
}

export interface TestHid extends EventTarget {
  getDevices(): Promise<EventTarget[]>
  requestDevice(): Promise<EventTarget[]>
  /** Pulls the cable, with the events that a browser sends. */
  unplug(): void
  plug(): void
  /** Whether this site may use the device; `requestDevice` gives it leave. */
  isGranted: boolean
  /** How often the person was asked for leave, and whether they give it. */
  prompts: number
  isAllowed: boolean
  /** Another program has the device open. */
  isTaken: boolean
}

/**
 * A WebHID that has one Ledger, for a page in the place of `navigator.hid`. The function uses nothing outside of itself, so that its
 * text can be run in a page: `(${createTestHid})(cable)`.
 */
export function createTestHid(cable: HidCable): TestHid {
  const hid = new EventTarget() as TestHid
  let isPlugged = true
  let device = makeDevice()

  function check(isAllowed: boolean, name: string): true {
    if (!isAllowed) throw new DOMException('The browser refuses it.', name)
    return true
  }
  function makeDevice() {
    const own = Object.assign(new EventTarget(), {
      vendorId: 0x2c97,
      opened: false,
      async open() {
        own.opened = check(!own.opened && !hid.isTaken && isPlugged, 'NotAllowedError')
      },
      close: async (): Promise<void> => void Object.assign(own, { opened: false }),
      async sendReport(reportId: number, data: Uint8Array) {
        check(own.opened && reportId === 0 && data.length === 64, 'NotAllowedError')
        void cable.send([...data]).then(({ packets, isReplugged }) => answer(packets, isReplugged))
      },
    })
    function answer(packets: number[][], isReplugged: boolean): void {
      if (own !== device || !isPlugged) return
      for (const packet of packets) {
        if (!own.opened) break
        const data = new DataView(Uint8Array.from(packet).buffer)
        own.dispatchEvent(Object.assign(new Event('inputreport'), { data, reportId: 0, device: own }))
      }
      if (!isReplugged) return
      hid.unplug()
      hid.plug()
    }
    return own
  }

  return Object.assign(hid, {
    isGranted: false,
    isAllowed: true,
    isTaken: false,
    prompts: 0,
    getDevices: async () => (hid.isGranted && isPlugged ? [device] : []),
    async requestDevice() {
      hid.prompts += 1
      check(navigator.userActivation?.isActive !== false, 'SecurityError')
      hid.isGranted ||= hid.isAllowed && isPlugged
      return hid.isAllowed && isPlugged ? [device] : []
    },
    unplug() {
      isPlugged = false
      device.opened = false
      hid.dispatchEvent(Object.assign(new Event('disconnect'), { device }))
    },
    plug() {
      isPlugged = true
      device = makeDevice()
      hid.dispatchEvent(Object.assign(new Event('connect'), { device }))
    },
  })
}
