import axe from 'axe-core'
import { afterEach, describe, expect, it } from 'vitest'
import { AccountButton } from '../buttons/AccountButton.js'
import { ConnectButton } from '../buttons/ConnectButton.js'
import { NetworkButton } from '../buttons/NetworkButton.js'
import { mountShell, unmountAll } from '../../test/mount.js'
import { dialog, until } from '../../test/page.js'
import { scenarios } from '../../test/scenarios.js'

afterEach(unmountAll)

/** Waits until nothing moves: contrast cannot be measured on half-faded text. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50))
  await until(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' || animation.effect?.getTiming().iterations === Infinity,
      ),
  )
}

describe.each(['dark', 'light'] as const)('every view in the %s theme', (theme) => {
  it.each(scenarios.map((scenario) => [scenario.name, scenario] as const))(
    'shows %s, named, and axe has nothing to say',
    async (_, scenario) => {
      const { kernel, props, act } = scenario.stage()
      mountShell(
        kernel,
        <>
          <ConnectButton />
          <AccountButton balance="hide" />
          <NetworkButton />
        </>,
        { theme, ...props },
      )
      await until(() => document.querySelector('button'))
      await act?.()
      await until(() => document.querySelector(`[data-view="${scenario.view}"]`))
      await settled()
      const title = dialog()?.getAttribute('aria-labelledby')
      expect(title && document.getElementById(title)?.textContent).toBeTruthy()
      const hasFault = () => document.body.textContent?.includes('Something here didn’t load') ?? false
      if (scenario.name === 'view-fault') await until(hasFault)
      else expect(hasFault(), 'a view failed').toBe(false)
      const { violations } = await axe.run(dialog() ?? document.body, {
        resultTypes: ['violations'],
        rules: { region: { enabled: false } },
      })
      expect(
        violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} ${node.failureSummary}`)}`,
        ),
      ).toEqual([])
    },
  )
})
