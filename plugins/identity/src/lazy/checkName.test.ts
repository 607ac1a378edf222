import { describe, expect, it } from 'vitest'
import { checkName } from './checkName.js'

describe('a name that may be shown', () => {
  it.each([
    ['nora.eth', 'nora.eth'],
    ['a-b.c1.eth', 'a-b.c1.eth'],
    [' NORA.eth ', 'nora.eth'],
    ['_sub.nora.eth', '_sub.nora.eth'],
  ])('%j is %j', async (text, name) => {
    expect(await checkName(text)).toEqual({ name, displayName: name })
  })

  it('has its emoji in colour, which are no unusual letters', async () => {
    expect(await checkName('nora\u2764.eth')).toEqual({
      name: 'nora\u2764.eth',
      displayName: 'nora\u2764\ufe0f.eth',
    })
    expect(await checkName('👩‍🚀.eth')).not.toHaveProperty('caution')
    expect(await checkName('🇩🇪🏴󠁧󠁢󠁥󠁮󠁧󠁿.eth')).not.toHaveProperty('caution')
    expect(await checkName('1️⃣2️⃣3️⃣.eth')).not.toHaveProperty('caution')
  })

  it.each(['нора.eth', 'νόρα.eth', '山田.eth', 'nörä.eth', 'ノラ.eth'])('%j is flagged', async (text) => {
    expect(await checkName(text)).toMatchObject({ caution: 'unusualLetters' })
  })

  it.each([
    ['mixes Cyrillic into Latin', '\u0430lice.eth'],
    ['is Cyrillic that looks Latin all over', '\u0440\u0430\u0443\u0440\u0430\u04cf.eth'],
    ['mixes Greek into Latin', 'n\u03bfra.eth'],
    ['has no label', '.eth'],
    ['has an empty label', 'a..eth'],
    ['ends in a point', 'nora.eth.'],
    ['has no point', 'nora'],
    ['has a space', 'no ra.eth'],
    ['has hyphens third and fourth', 'xn--ls8h.eth'],
    ['is too long to read', `${'a'.repeat(300)}.eth`],
    ['turns the writing', 'nora\u202e.eth'],
    ['is empty', ''],
  ])('that %s is none', async (_, text) => {
    expect(await checkName(text)).toBeUndefined()
  })
})
