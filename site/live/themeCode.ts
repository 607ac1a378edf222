/** The choices of the theme builder. */
export interface ThemeChoice {
  readonly theme: 'system' | 'light' | 'dark' | 'page'
  /** A colour, or nothing for the widget's own. */
  readonly accent: string
  /** Pixels. */
  readonly radius: number
  /** Pixels. */
  readonly fontSize: number
  /** A list of families, or nothing for the widget's own. */
  readonly fontFamily: string
}

export const usualTheme: ThemeChoice = {
  theme: 'system',
  accent: '',
  radius: 4,
  fontSize: 10,
  fontFamily: '',
}

/** The variables that differ from what the widget has by itself. */
export function themeVariablesOf(choice: ThemeChoice): Readonly<Record<string, string>> {
  return {
    ...(choice.accent === '' ? {} : { accent: choice.accent }),
    ...(choice.radius === usualTheme.radius ? {} : { borderRadiusMaster: `${choice.radius}px` }),
    ...(choice.fontSize === usualTheme.fontSize ? {} : { fontSizeMaster: `${choice.fontSize}px` }),
    ...(choice.fontFamily.trim() === '' ? {} : { fontFamily: choice.fontFamily.trim() }),
  }
}

/** The code that gives a widget this look, to paste into an app. */
export function themeCode(choice: ThemeChoice): string {
  const variables = Object.entries(themeVariablesOf(choice))
  const list = variables.map(([name, value]) => `      ${name}: ${JSON.stringify(value)},\n`).join('')
  const props = [
    'kernel={kernel}',
    ...(choice.theme === 'dark' ? [] : [`theme="${choice.theme}"`]),
    ...(variables.length === 0 ? [] : [`themeVariables={{\n${list}    }}`]),
  ]
  return `<KernelProvider\n${props.map((prop) => `    ${prop}\n`).join('')}>\n`
}
