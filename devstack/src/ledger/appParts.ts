import type { DeviceControls } from './deviceControls.js'

/** What a device answers instead of data: the status word alone. */
export class Status extends Error {
  constructor(readonly word: number) {
    super(`0x${word.toString(16)}`)
  }
}

export interface Command {
  readonly instruction: number
  readonly p1: number
  readonly p2: number
  readonly data: Uint8Array
}

/** An app of the device. Returns the data of its answer. @throws Status */
export type App = (command: Command) => Promise<Uint8Array>

export interface AppTools {
  readonly seed: Uint8Array
  readonly controls: DeviceControls
  /** Shows pages and waits for the person. @throws Status 0x6985 when they decline */
  confirm(pages: Readonly<Record<string, string>>): Promise<void>
}

/** A derivation path at the start of data, and what follows it. */
export function readPath(data: Uint8Array): { readonly path: readonly number[]; readonly rest: Uint8Array } {
  const count = data[0] ?? 0
  const end = 1 + 4 * count
  if (count === 0 || count > 10 || data.length < end) throw new Status(0x6a80)
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
  return {
    path: Array.from({ length: count }, (_, index) => view.getUint32(1 + 4 * index)),
    rest: data.slice(end),
  }
}
