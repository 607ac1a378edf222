/** Words that make good names. */
const words = (
  'account anchor apple april arrow atlas autumn bank beacon berry bird blue bridge brook candle canyon castle cedar ' +
  'cloud coast comet copper coral crystal daisy dawn delta desert dream eagle ember falcon feather fern field flame ' +
  'forest fox galaxy garden glacier gold grove harbor hazel hill honey horizon island ivory jade jasper juniper key ' +
  'kite lake lantern lark latch lemon light lily lotus lunar maple marble meadow moon mountain north nova oak ocean ' +
  'olive onyx opal orchard otter pearl pepper phoenix pine planet prairie quartz raven reef ridge river robin rose ' +
  'saffron sage sand sea shore silver sky solar spark spring star stone storm summer sun thistle tiger topaz trail ' +
  'tulip valley velvet violet wallet water wave willow wind winter wolf wonder zephyr zinc'
).split(' ')
const endings = ['id', 'key', 'wallet', 'one', 'pay', 'home']

/** Up to `count` chosen parts that begin like `part`, which comes first. */
export function suggestNames(part: string, count: number): readonly string[] {
  const alike = words.filter((word) => word.startsWith(part) && word !== part)
  const longer = endings.map((ending) => `${part}-${ending}`).filter((name) => name.length <= 64)
  return [part, ...alike, ...longer].slice(0, count)
}
