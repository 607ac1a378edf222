import { createElement, Fragment } from 'react'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { ThemeRoot } from '../src/theme/ThemeRoot.js'
import { stories } from './stories.js'

describe('server markup', () => {
  it.each(stories.map((story) => [story.id, story] as const))('of %s needs no unsafe-inline', (_, story) => {
    const markup = renderToString(
      createElement(
        ThemeRoot,
        { mode: 'system', variables: { accent: 'red' } },
        createElement(Fragment, null, story.render()),
      ),
    )
    expect(markup).toContain('data-latchkey=""')
    expect(markup).not.toMatch(/\sstyle=/)
    expect(markup).not.toMatch(/<(?:style|script|img)\b/)
  })
})
