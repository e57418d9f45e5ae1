import { type Cloth, type Colour, drawCloth } from './draw-cloth.ts';
import { luminanceOf } from './look-tokens.ts';

/** Size of a sample that has all tones of the art. */
const SAMPLE = [240, 150] as const;

/** Luminances of the darkest and the brightest spot of the art in both themes, and the filter that makes it bright. */
export interface ArtTones {
  dark: [darkest: number, brightest: number];
  light: [darkest: number, brightest: number];
  filter: string;
}

/** Part by which the light theme inverts the art. */
const INVERT = 0.84;

/** Brightest channel of the light art: the filter clips no tone. */
const MAX_CHANNEL = 250;

/** The tones of a cloth. */
export function artTonesOf(cloth: Cloth): ArtTones {
  const pixels = drawCloth(cloth, ...SAMPLE);
  const colours = Array.from({ length: SAMPLE[0] * SAMPLE[1] }, (_, spot): Colour => {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(3 * spot, 3 * spot + 3);
    return [red / 257, green / 257, blue / 257];
  });
  const inverted = colours.map(invertAndTurn);
  const brightness = Math.floor((100 * MAX_CHANNEL) / Math.max(...inverted.map((colour) => Math.max(...colour)))) / 100;
  return {
    dark: spanOf(colours),
    light: spanOf(inverted.map((colour) => colour.map((channel) => channel * brightness) as Colour)),
    filter: `invert(${INVERT}) hue-rotate(180deg) brightness(${brightness})`,
  };
}

function spanOf(colours: Colour[]): [number, number] {
  const luminances = colours.map(luminanceOf);
  return [Math.min(...luminances), Math.max(...luminances)];
}

/** `invert() hue-rotate(180deg)`. @see https://www.w3.org/TR/filter-effects-1/#huerotateEquivalent */
function invertAndTurn(colour: Colour): Colour {
  const [red, green, blue] = colour.map((channel) => clamp(INVERT * 255 + (1 - 2 * INVERT) * channel)) as Colour;
  return [
    clamp(-0.574 * red + 1.43 * green + 0.144 * blue),
    clamp(0.426 * red + 0.43 * green + 0.144 * blue),
    clamp(0.426 * red + 1.43 * green - 0.856 * blue),
  ];
}

const clamp = (channel: number): number => Math.min(255, Math.max(0, channel));
