import { describe, expect, it } from 'vitest'
import { linkLiveExamples, nameLiveExamples } from './liveExamples.js'

const body = 'Before\n\n<live-example name="send" title="Sending"></live-example>\n\nAfter'

describe('a live example', () => {
  it('is a link that works without a script', () => {
    expect(linkLiveExamples(body)).toMatch(
      /^Before\n\n<p class="live"><a href="\/live\/\?example=send" data-live="send">Sending<\/a>/,
    )
    expect(linkLiveExamples(body)).not.toContain('live-example')
  })

  it('is named to who reads Markdown', () => {
    expect(nameLiveExamples(body)).toBe(
      'Before\n\n[Sending](/live/?example=send) (live, in a browser)\n\nAfter',
    )
  })
})
