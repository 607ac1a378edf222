import { scenarios } from '../../ui-react/test/scenarios.js'
import type { Screen } from './screen.js'

/** Every view of the shell itself. */
export const shellScreens: readonly Screen[] = scenarios.map(({ name, stage }) => ({
  id: `shell/${name}`,
  stage: () => {
    const { kernel, props = {}, act = () => {} } = stage()
    return { kernel, provider: props, act }
  },
}))
