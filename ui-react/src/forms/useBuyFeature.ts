import { Feature, type FeatureContribution } from '@latchkey/kernel/plugin'
import { useContributions } from '../useContributions.js'

/** The way to buy what is missing, where a plugin offers one. */
export function useBuyFeature(): FeatureContribution | undefined {
  return useContributions(Feature).find(({ id }) => /(?:^|\.)(?:onramp|buy)$/.test(id))
}
