import { SwapPreviewRoute, SwapProgressRoute, SwapRoute, SwapSelectTokenRoute } from '../routes.js'
import type { SwapperTools } from './SwapperTools.js'

const ownViews: readonly string[] = [
  SwapRoute,
  SwapSelectTokenRoute,
  SwapPreviewRoute,
  SwapProgressRoute,
].map(({ name }) => name)

/** Moves between the views of a swap, and leaves every other view alone. */
export interface SwapViews {
  leaveToForm(): void
  leavePreview(): void
  /** Back to the preview, or to the form where there is none. */
  leaveProgress(): void
  showProgress(): void
}

export function createSwapViews({ state, navigation }: SwapperTools): SwapViews {
  const shown = () => navigation.state.entries.at(-1)?.name
  const isOwn = () => ownViews.includes(shown() ?? '')
  const goToForm = () => {
    if (!navigation.backTo(SwapRoute)) navigation.replace(SwapRoute, undefined)
  }
  return {
    leaveToForm() {
      // `replace` would hand the open request to the form, and a late answer would then close the form.
      if (isOwn() && !navigation.backTo(SwapRoute)) navigation.reset(SwapRoute, undefined)
    },
    leavePreview() {
      if (shown() === SwapPreviewRoute.name) goToForm()
    },
    leaveProgress() {
      if (shown() !== SwapProgressRoute.name) return
      if (!state.preview) goToForm()
      else if (!navigation.backTo(SwapPreviewRoute)) navigation.replace(SwapPreviewRoute)
    },
    showProgress() {
      if (isOwn()) navigation.reset(SwapProgressRoute)
    },
  }
}
