import sharp from 'sharp'
const [, , out, ...names] = process.argv
const imgs = await Promise.all(
  names.map(n => sharp(`/tmp/signin-shots/${n}.png`).resize({ height: 844 }).toBuffer({ resolveWithObject: true })),
)
let x = 0
const comp = []
for (const i of imgs) {
  comp.push({ input: i.data, left: x, top: 0 })
  x += i.info.width + 10
}
await sharp({ create: { width: x, height: 844, channels: 3, background: '#888' } })
  .composite(comp)
  .png()
  .toFile(`/tmp/signin-shots/${out}.png`)
