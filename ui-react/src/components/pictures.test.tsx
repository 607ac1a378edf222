import jsQR from 'jsqr'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import '../styles.css'
import { ThemeRoot } from '../theme/ThemeRoot.js'
import { QrCode } from './QrCode.js'
import { WalletIcon } from './WalletIcon.js'

const picture = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="8" height="8"/%3E'
const uri =
  'wc:7f6e504bfad60b485450578e05678ed3e8e8c4751d3c6160be17160d63ec90f9@2?relay-protocol=irn&symKey=587d5484ce2a2a6ee3ba1962fdd7e8588e06200c46823bd18fbd67def96ad303'

afterEach(() => vi.useRealTimers())

async function scan(element: Element): Promise<string | undefined> {
  const base64 = await page.screenshot({ element, save: false })
  const image = new Image()
  image.src = `data:image/png;base64,${base64}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  const context = canvas.getContext('2d')!
  context.drawImage(image, 0, 0)
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return jsQR(data, width, height)?.data
}

describe('QrCode', () => {
  it.each([
    ['light', 'no logo', 'lg'],
    ['dark', 'no logo', 'lg'],
    ['light', 'a logo', 'lg'],
    ['dark', 'a logo', 'md'],
  ] as const)('is read by a scanner: %s, %s, %s', async (mode, middle, size) => {
    const logo = middle === 'a logo' ? <WalletIcon name="Harbour" /> : undefined
    await render(
      <ThemeRoot mode={mode} box="block">
        <QrCode value={uri} logo={logo} size={size} label="Connection code" testId="qr" />
      </ThemeRoot>,
    )
    expect(await scan(page.getByTestId('qr').element())).toBe(uri)
  })

  it('is a picture with a name that is not the link, drawn as one path', async () => {
    await render(
      <ThemeRoot mode="light">
        <QrCode value={uri} />
      </ThemeRoot>,
    )
    const code = page.getByRole('img', { name: 'QR code' })
    await expect.element(code).toBeVisible()
    expect(code.element().querySelectorAll('path')).toHaveLength(1)
  })

  it('takes its colour from the theme variable', async () => {
    await render(
      <ThemeRoot mode="light" variables={{ qrColor: 'rgb(1, 2, 3)' }}>
        <QrCode value="a" />
      </ThemeRoot>,
    )
    expect(getComputedStyle(document.querySelector('.lk-qr-path')!).stroke).toBe('rgb(1, 2, 3)')
  })
})

describe('WalletIcon', () => {
  const shown = () => document.querySelector('.lk-picture img')
  /** Collects every text that the pictures of the page show, also for a moment. */
  const watchLetters = () => {
    const texts = new Set<string>()
    const observer = new MutationObserver(() => {
      for (const place of document.querySelectorAll('.lk-picture')) texts.add(place.textContent ?? '')
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
    return () => [...texts]
  }
  const load = (src: string) =>
    render(
      <ThemeRoot mode="light">
        <WalletIcon name="Test wallet" src={src} />
      </ThemeRoot>,
    )

  it('holds its place without letters until the picture is loaded', async () => {
    const seen = watchLetters()
    await load(picture)
    await expect.poll(shown).not.toBeNull()
    expect(shown()?.getAttribute('src')).toBe(picture)
    expect(seen()).toEqual([''])
  })

  it('has what was loaded before at the first paint', async () => {
    await load(picture)
    await expect.poll(shown).not.toBeNull()
    const again = await load(picture)
    expect(again.container.querySelector('.lk-picture img')).not.toBeNull()
  })

  it.each(['data:image/png;base64,AAAA', 'https://nowhere.invalid/a.png', 'javascript:alert(1)'])(
    'keeps the gradient for %s',
    async (src) => {
      const created: HTMLImageElement[] = []
      const Original = window.Image
      vi.stubGlobal('Image', function loader() {
        const image = new Original()
        created.push(image)
        return image
      })
      await load(src)
      await expect.poll(() => created.every((image) => image.complete)).toBe(true)
      vi.unstubAllGlobals()
      expect(created).toHaveLength(src.startsWith('javascript') ? 0 : 1)
      expect(shown()).toBeNull()
      await expect.poll(() => document.querySelector('.lk-picture')?.textContent).toBe('TW')
    },
  )

  it('gives up on a picture after two seconds, even if it comes later', async () => {
    vi.useFakeTimers()
    let slow: { onload?: () => void; naturalWidth: number } | undefined
    vi.stubGlobal('Image', function loader() {
      slow = { naturalWidth: 8 }
      return slow
    })
    await load(picture)
    vi.advanceTimersByTime(2_000)
    slow?.onload?.()
    await vi.runAllTimersAsync()
    vi.unstubAllGlobals()
    expect(shown()).toBeNull()
  })
})
