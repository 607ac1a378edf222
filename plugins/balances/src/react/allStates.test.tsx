import axe from 'axe-core'
import { page } from 'vitest/browser'
import { afterEach, describe, expect, it } from 'vitest'
import { find, mount, settled, unmountAll, until } from '../../test/mount.js'
import { openAccount, scenarios } from '../../test/scenarios.js'

afterEach(unmountAll)

/** Where pictures go, to be judged by eye: `VITE_PICTURES=<folder> vitest run allStates`. */
const pictures = import.meta.env['VITE_PICTURES'] as string | undefined

describe.each([
  ['dark', 360, 740],
  ['dark', 1280, 800],
  ['light', 360, 740],
  ['light', 1280, 800],
] as const)('every state, %s and %i wide', (theme, width, height) => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    'shows %s, and axe has nothing to say',
    async (name, scenario) => {
      await page.viewport(width, height)
      const staged = scenario.stage()
      mount(staged, undefined, { theme })
      await (scenario.act ?? openAccount)(staged)
      await until(() => find(scenario.shows))
      await settled()
      expect(document.body.textContent).not.toContain('Something here didn’t load')
      expect(find('dialog')?.scrollWidth).toBeLessThanOrEqual(width)
      const { violations } = await axe.run(find('dialog') ?? document.body, {
        resultTypes: ['violations'],
        rules: { region: { enabled: false } },
      })
      expect(
        violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`)}`,
        ),
      ).toEqual([])
      if (pictures) await page.screenshot({ path: `${pictures}/${name}-${theme}-${width}.png` })
    },
  )
})
