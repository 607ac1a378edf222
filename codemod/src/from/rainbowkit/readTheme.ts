import { type Node, SyntaxKind } from 'ts-morph'
import { type EditedFile, membersOf } from '../EditedFile.js'
import { importedFrom } from '../imports.js'
import { literalText } from '../jsx.js'

/** The base of our scale of corners, by RainbowKit's names. */
const radii: Readonly<Record<string, string>> = { none: '0px', small: '2px', medium: '4px', large: '6px' }
const fonts: Readonly<Record<string, string>> = {
  rounded: 'ui-rounded, system-ui, sans-serif',
  system: 'system-ui, sans-serif',
}

/** Returns the attributes `theme` and `themeVariables` for what RainbowKit's `theme` says. RainbowKit is light by default. */
export function readTheme(
  file: EditedFile,
  value: Node | undefined,
  owns: (module: string) => boolean,
): readonly string[] {
  if (!value) return ['theme="light"']
  const names = new Map(importedFrom(file.file, owns).map(({ local, name }) => [local, name]))
  const modes = membersOf(value)
  const [light, dark] = [modes?.get('lightMode'), modes?.get('darkMode')]
  const calls = [light ?? value, dark ?? light ?? value].map((node) => node.asKind(SyntaxKind.CallExpression))
  const makers = calls.map((call) => names.get(call?.getExpression().getText() ?? ''))
  const isKnown = makers.every((maker) => /^(?:light|dark|midnight)Theme$/.test(maker ?? ''))
  if (!isKnown || (modes && !(light && dark))) {
    file.leave(
      value,
      'This theme is not one of RainbowKit’s own calls, so it was taken out. Give `theme` and `themeVariables` to `KernelProvider`.',
    )
    return ['theme="light"']
  }
  const mode = light ? 'system' : makers[0] === 'lightTheme' ? 'light' : 'dark'
  const [first, second] = calls.map((call) => call?.getArguments()[0])
  if (light && first?.getText() !== second?.getText())
    file.leave(value, 'Both modes have one set of `themeVariables` here: those of `lightMode` were taken.')
  const variables = readVariables(file, first)
  return [
    `theme="${mode}"`,
    ...(variables.length === 0 ? [] : [`themeVariables={{ ${variables.join(', ')} }}`]),
  ]
}

function readVariables(file: EditedFile, options: Node | undefined): readonly string[] {
  if (!options) return []
  const members = membersOf(options)
  if (!members) {
    file.leave(
      options,
      'These options of the theme are not written out here, so they were taken out. Give `themeVariables` to `KernelProvider`.',
    )
    return []
  }
  const variables: string[] = []
  for (const [name, value] of members) {
    const radius = name === 'borderRadius' ? radii[literalText(value) ?? ''] : undefined
    const font = name === 'fontStack' ? fonts[literalText(value) ?? ''] : undefined
    if (name === 'accentColor') variables.push(`accent: ${value.getText()}`)
    else if (radius !== undefined) variables.push(`borderRadiusMaster: '${radius}'`)
    else if (font !== undefined) variables.push(`fontFamily: '${font}'`)
    else if (name === 'accentColorForeground')
      file.leave(
        value,
        '`accentColorForeground` was taken out: the text on the accent is chosen for contrast.',
      )
    else file.leave(value, `\`${name}\` of the theme was taken out. It has no counterpart.`)
  }
  return variables
}
