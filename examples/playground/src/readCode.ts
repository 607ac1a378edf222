import jsQR from 'jsqr'

const pixelsPerModule = 6
const quietModules = 4

/** Reads the code that is on the screen, from its drawing as a camera would, or returns `undefined` without one. */
export function readCode(screen: ParentNode): string | undefined {
  const path = screen.querySelector('.lk-qr-path')
  const svg = path?.closest('svg')
  const drawing = path?.getAttribute('d')
  if (!svg || !drawing) return undefined
  const modules = svg.viewBox.baseVal.width + 2 * quietModules
  const size = Math.ceil(modules * pixelsPerModule)
  const context = new OffscreenCanvas(size, size).getContext('2d')
  if (!context) return undefined
  context.fillStyle = '#fff'
  context.fillRect(0, 0, size, size)
  context.scale(pixelsPerModule, pixelsPerModule)
  context.translate(quietModules, quietModules)
  context.lineWidth = 1
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.stroke(new Path2D(drawing))
  const { data } = context.getImageData(0, 0, size, size)
  return jsQR(data, size, size)?.data
}
