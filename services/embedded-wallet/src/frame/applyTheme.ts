import type { RequestPayload } from '@latchkey/plugin-email-auth/protocol'

type Theme = RequestPayload<'syncTheme'>
type Colour = readonly [red: number, green: number, blue: number]

/** WCAG 2.2 section 1.4.6: what is decided about money is easier to read than the rest of a page has to be. */
const leastTextContrast = 7
/** Below it a button could not be told from the ground. */
const leastButtonContrast = 1.5

/**
 * Takes the app's theme as far as everything stays readable: an app must not be able to hide what it asks for by its
 * colours. Fonts are the frame's own, of the same kind as the app's.
 */
export function applyTheme({ themeMode, themeVariables = {} }: Theme, root = document.documentElement): void {
  const mode = themeMode ?? modeOf(root)
  root.dataset['theme'] = mode
  const text: Colour = mode === 'dark' ? [244, 244, 244] : [18, 19, 19]
  const surface = readColour(themeVariables['surface'])
  const isSurfaceUsed = surface !== undefined && contrast(surface, text) >= leastTextContrast
  set(root, '--ground', isSurfaceUsed ? css(surface) : undefined)
  const ground: Colour = isSurfaceUsed ? surface : mode === 'dark' ? [18, 19, 19] : [255, 255, 255]
  const accent = readColour(themeVariables['accent'])
  const isAccentUsed = accent !== undefined && contrast(accent, ground) >= leastButtonContrast
  set(root, '--accent', isAccentUsed ? css(accent) : undefined)
  set(root, '--on-accent', isAccentUsed ? css(readableOn(accent)) : undefined)
  set(root, '--radius', readRadius(themeVariables['radius']))
  set(root, '--font', genericFont(themeVariables['fontFamily']))
}

const modeOf = (root: HTMLElement) =>
  root.dataset['theme'] ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')

function set(root: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) root.style.removeProperty(name)
  else root.style.setProperty(name, value)
}

/** Any colour that the browser knows and that hides nothing, as red, green and blue. */
function readColour(value: unknown): Colour | undefined {
  if (typeof value !== 'string' || !CSS.supports('color', value)) return undefined
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) return undefined
  context.fillStyle = value
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha === 255 ? [red, green, blue] : undefined
}

const css = ([red, green, blue]: Colour) => `rgb(${red} ${green} ${blue})`

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(left: Colour, right: Colour): number {
  const [low = 0, high = 0] = [luminance(left), luminance(right)].sort((one, other) => one - other)
  return (high + 0.05) / (low + 0.05)
}

function readableOn(colour: Colour): Colour {
  const [white, black]: [Colour, Colour] = [
    [255, 255, 255],
    [0, 0, 0],
  ]
  return contrast(colour, white) >= contrast(colour, black) ? white : black
}

function readRadius(value: unknown): string | undefined {
  const pixels = Number(/^(\d{1,3}(?:\.\d+)?)px$/.exec(String(value))?.[1])
  return Number.isNaN(pixels) ? undefined : `${Math.min(pixels, 24)}px`
}

/** The kind of the app's font: a font of its own could draw other signs than the text has. */
function genericFont(value: unknown): string | undefined {
  const names = String(value).split(',')
  const last = names.at(-1)?.trim() ?? ''
  return ['serif', 'monospace', 'ui-serif', 'ui-monospace', 'ui-rounded'].includes(last) ? last : undefined
}
