import { describe, expect, it } from 'vitest'
import { themeCode, usualTheme } from './themeCode.js'

describe('themeCode', () => {
  it('says nothing of what the widget has by itself', () => {
    expect(themeCode({ ...usualTheme, theme: 'dark' })).toBe('<KernelProvider\n    kernel={kernel}\n>\n')
  })

  it('names what was chosen, with quotes that end where they should', () => {
    const choice = {
      theme: 'light',
      accent: '#9333ea',
      radius: 8,
      fontSize: 12,
      fontFamily: '"Inter", serif',
    } as const
    expect(themeCode(choice)).toMatchInlineSnapshot(`
      "<KernelProvider
          kernel={kernel}
          theme="light"
          themeVariables={{
            accent: "#9333ea",
            borderRadiusMaster: "8px",
            fontSizeMaster: "12px",
            fontFamily: "\\"Inter\\", serif",
          }}
      >
      "
    `)
  })
})
