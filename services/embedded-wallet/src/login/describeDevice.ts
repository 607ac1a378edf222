import { say, type Text } from '../words/say.js'

const systems: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const unknown = 'an unknown browser'

/** Returns what a mail may say of a browser, in words of ours: the header itself is a stranger's text. */
export function describeDevice(userAgent: string | undefined): string {
  const find = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [browser, system] = [find(browsers) ?? unknown, find(systems)]
  return system ? `${browser} on ${system}` : browser
}

/** The description that is kept, as a text that can be translated. */
export function sayDevice(description: string): Text {
  const [, browser = description, system] = /^(.+) on (\w+)$/.exec(description) ?? []
  const known: Text = browser === unknown ? say`an unknown browser` : browser
  return system === undefined ? known : say`${known} on ${system}`
}
