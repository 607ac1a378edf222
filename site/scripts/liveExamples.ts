const mark = /^<live-example name="([a-z]+)" title="([^"<>]+)"><\/live-example>$/gm

/**
 * Puts a link in the place of a live example. The site's script shows the example in the page instead when it's pressed, so that no page
 * loads a widget that nobody has asked for.
 */
export const linkLiveExamples = (body: string): string =>
  body.replaceAll(
    mark,
    '<p class="live"><a href="/live/?example=$1" data-live="$1">$2</a> <span>Runs in the page, offline. Nothing is asked of a network.</span></p>',
  )

/** The same for those who read Markdown. */
export const nameLiveExamples = (body: string): string =>
  body.replaceAll(mark, '[$2](/live/?example=$1) (live, in a browser)')

/** Small enough to stand in each page. */
export const liveScript = `addEventListener('click',(event)=>{
  const link=event.target instanceof Element&&event.target.closest('a[data-live]');
  if(!link||event.metaKey||event.ctrlKey)return;
  event.preventDefault();
  const frame=document.createElement('iframe');
  const theme=document.documentElement.dataset.theme==='light'?'light':'dark';
  frame.src=link.getAttribute('href')+'&theme='+theme;
  frame.title=link.textContent;
  frame.className='live-frame';
  frame.allow='clipboard-write';
  link.closest('p').replaceWith(frame);
  frame.focus();
})`
