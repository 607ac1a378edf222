/** Reads Bitcoin's wire forms from bytes. Throws RangeError past the end or for a form that is not minimal. */
export class ByteReader {
  private position = 0

  constructor(private readonly bytes: Uint8Array) {}

  get isAtEnd(): boolean {
    return this.position === this.bytes.length
  }

  take(length: number): Uint8Array {
    const end = this.position + length
    if (end > this.bytes.length) throw new RangeError('The bytes end too early.')
    const taken = this.bytes.slice(this.position, end)
    this.position = end
    return taken
  }

  uint8(): number {
    return this.take(1)[0] ?? 0
  }

  /** Little-endian. */
  uint32(): number {
    return new DataView(this.take(4).buffer).getUint32(0, true)
  }

  uint64(): bigint {
    return new DataView(this.take(8).buffer).getBigUint64(0, true)
  }

  /** CompactSize; larger counts than the input could hold are refused. */
  compactSize(): number {
    const first = this.uint8()
    if (first < 0xfd) return first
    if (first === 0xff) throw new RangeError('A count past 2^32 cannot be here.')
    const view = new DataView(this.take(first === 0xfd ? 2 : 4).buffer)
    const value = first === 0xfd ? view.getUint16(0, true) : view.getUint32(0, true)
    if (value < (first === 0xfd ? 0xfd : 0x10000))
      throw new RangeError('A count is not in its shortest form.')
    if (value > this.bytes.length) throw new RangeError('The bytes end too early.')
    return value
  }

  /** A byte string with its CompactSize length. */
  bytesWithLength(): Uint8Array {
    return this.take(this.compactSize())
  }

  /** A witness stack: a count and as many byte strings. */
  stack(): Uint8Array[] {
    return Array.from({ length: this.compactSize() }, () => this.bytesWithLength())
  }

  /** Throws unless everything was read. */
  end(): void {
    if (!this.isAtEnd) throw new RangeError('Bytes are left over.')
  }
}
