import type { RequestPayload } from '../protocol/requests.js'

/** How the place of the frame looks. Colours are those that the browser computed. */
export interface FrameLook {
  readonly themeMode: 'light' | 'dark'
  readonly surface: string
  readonly color: string
  readonly accent: string
  readonly fontFamily: string
  readonly direction: string
  /** Radius of buttons. */
  readonly radius: string
  /** Radius of the upper corners of the modal. */
  readonly corner: string
}

/** Reads what the view has set on its place from the theme. */
export function readFrameLook(element: HTMLElement): FrameLook {
  const style = getComputedStyle(element)
  return {
    themeMode: modeOf(style.colorScheme),
    surface: style.backgroundColor,
    color: style.color,
    accent: style.accentColor,
    fontFamily: style.fontFamily,
    direction: style.direction,
    radius: style.borderEndStartRadius,
    corner: style.borderStartStartRadius,
  }
}

function modeOf(colorScheme: string): 'light' | 'dark' {
  const [isDark, isLight] = [/\bdark\b/.test(colorScheme), /\blight\b/.test(colorScheme)]
  if (isDark !== isLight) return isDark ? 'dark' : 'light'
  return isDark && matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export const isSameLook = (left: FrameLook | undefined, right: FrameLook) =>
  left !== undefined &&
  Object.entries(right).every(([name, value]) => left[name as keyof FrameLook] === value)

/** What the frame is told of it. It takes what keeps its own text readable. */
export function themeOf({
  themeMode,
  surface,
  accent,
  fontFamily,
  radius,
}: FrameLook): RequestPayload<'syncTheme'> {
  const themeVariables = { surface, accent, radius, fontFamily: fontFamily.slice(0, 200) }
  return { themeMode, themeVariables }
}
