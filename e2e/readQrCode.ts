import type { Locator } from '@playwright/test'
import jsQR from 'jsqr'

/** What a camera would read from the code: decoded from a picture of the screen, not from the page's own data. */
export async function readQrCode(code: Locator): Promise<string | undefined> {
  const picture = (await code.screenshot({ scale: 'device' })).toString('base64')
  const browser = code.page().context().browser()
  // A page of its own turns the picture into pixels: the app's policy forbids it to load such a thing.
  const reader = await browser?.newPage()
  if (!reader) throw new Error('There is no browser to read the picture with.')
  try {
    const { width, height, pixels } = await reader.evaluate(async (encoded) => {
      const image = new Image()
      image.src = `data:image/png;base64,${encoded}`
      await image.decode()
      const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
      const context = canvas.getContext('2d')
      context?.drawImage(image, 0, 0)
      const data = context?.getImageData(0, 0, canvas.width, canvas.height)
      return { width: canvas.width, height: canvas.height, pixels: [...(data?.data ?? [])] }
    }, picture)
    return jsQR(Uint8ClampedArray.from(pixels), width, height)?.data
  } finally {
    await reader.close()
  }
}
