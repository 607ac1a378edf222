/** Bytes of a USB packet. */
const packetSize = 64
/** Marks packets that carry an APDU. */
const apduTag = 0x05
/** Channel, tag and number of the packet. */
const headSize = 5

/**
 * Splits a message into packets: channel, tag, number, and in the first one the length of the message, each big-endian. The
 * rest of the last packet is zero.
 */
export function toPackets(message: Uint8Array, channel: number): Uint8Array<ArrayBuffer>[] {
  const whole = Uint8Array.of(message.length >> 8, message.length & 0xff, ...message)
  const packets: Uint8Array<ArrayBuffer>[] = []
  for (let at = 0; at < whole.length; at += packetSize - headSize) {
    const packet = new Uint8Array(packetSize)
    packet.set([channel >> 8, channel & 0xff, apduTag, packets.length >> 8, packets.length & 0xff])
    packet.set(whole.slice(at, at + packetSize - headSize), headSize)
    packets.push(packet)
  }
  return packets
}

/**
 * Puts a message together again. Packets of other channels are left out: they answer another page, or a request that was given up.
 *
 * @returns the message once it is whole. The function throws a `RangeError` for packets that no device sends.
 */
export function createPacketReader(channel: number): (packet: Uint8Array) => Uint8Array | undefined {
  let length: number | undefined
  let count = 0
  let received: number[] = []
  return (packet) => {
    const view = new DataView(packet.buffer, packet.byteOffset, packet.byteLength)
    if (packet.length < headSize) throw new RangeError(`A packet of ${packet.length} bytes.`)
    if (view.getUint16(0) !== channel || view.getUint8(2) !== apduTag) return undefined
    if (view.getUint16(3) !== count) throw new RangeError(`Packet ${view.getUint16(3)}, expected ${count}.`)
    count += 1
    if (length === undefined) {
      if (packet.length < headSize + 2) throw new RangeError('A first packet without a length.')
      length = view.getUint16(headSize)
      received = [...packet.subarray(headSize + 2)]
    } else {
      received.push(...packet.subarray(headSize))
    }
    return received.length >= length ? Uint8Array.from(received.slice(0, length)) : undefined
  }
}
