import { describe, expect, it } from 'vitest'
import { dropFocusScript } from './dropFocusScript.js'

const focus = `try{focus()}catch(e){console.error("[EC] tabindex-js-module failed:",e)}`
const copy = `try{copy()}catch(e){console.error("[EC] copy-js-module failed:",e)}`

describe('the script of code blocks', () => {
  it('keeps what copies, and leaves out what makes landmarks', () => {
    expect(dropFocusScript(`${focus}\n${copy}`)).toBe(copy)
  })

  it.each([copy, `${focus}\n${focus}\n${copy}`])('says when it is not what it was', (script) => {
    expect(() => dropFocusScript(script)).toThrow('See whether it still gives code a landmark')
  })
})
