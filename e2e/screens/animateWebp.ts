export interface WebpFrame {
  /** A still WebP picture; all frames have the same size. */
  readonly picture: Buffer
  /** Milliseconds. */
  readonly duration: number
}

/** Puts still WebP pictures one after the other into an animated one that repeats (RFC 9649, section 2.7). */
export function animateWebp(frames: readonly WebpFrame[], width: number, height: number): Buffer {
  const canvas = Buffer.alloc(10)
  canvas.writeUInt8(0b10, 0)
  canvas.writeUIntLE(width - 1, 4, 3)
  canvas.writeUIntLE(height - 1, 7, 3)
  const shown = frames.map(({ picture, duration }) => {
    const head = Buffer.alloc(16)
    head.writeUIntLE(width - 1, 6, 3)
    head.writeUIntLE(height - 1, 9, 3)
    head.writeUIntLE(Math.min(Math.round(duration), 0xffffff), 12, 3)
    // No blending: each frame is drawn over the whole of the one before.
    head.writeUInt8(0b10, 15)
    return chunk('ANMF', Buffer.concat([head, ...imageChunks(picture)]))
  })
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    chunk('VP8X', canvas),
    chunk('ANIM', Buffer.alloc(6)),
    ...shown,
  ])
  return chunk('RIFF', body)
}

function chunk(name: string, body: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)])
}

/** The parts of a still picture that a frame carries. */
function imageChunks(picture: Buffer): readonly Buffer[] {
  const found: Buffer[] = []
  for (let at = 12; at + 8 <= picture.length; ) {
    const name = picture.toString('latin1', at, at + 4)
    const size = picture.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    if (['VP8 ', 'VP8L', 'ALPH'].includes(name)) found.push(picture.subarray(at, end))
    at = end
  }
  if (found.length === 0) throw new Error('The frame is no WebP picture.')
  return found
}
