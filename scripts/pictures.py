#!/usr/bin/python3
"""Pictures of the gallery, made small with Pillow.

  scripts/pictures.py still FROM.png TO.png         without transparency, packed as well as possible
  scripts/pictures.py animation DOM TO.webp         the frames that a page left in <pre id="frames-drawn">, as PNG in base64
"""
import base64
import io
import re
import sys

from PIL import Image

FRAME_MS = 66  # of an animation


def still(source, target):
    Image.open(source).convert("RGB").save(target, optimize=True)


def animation(source, target):
    with open(source, encoding="utf-8") as file:
        drawn = re.search(r'<pre id="frames-drawn">(.*?)</pre>', file.read(), re.S)
    if not drawn:
        sys.exit("pictures: the page has no frames")
    frames = [Image.open(io.BytesIO(base64.b64decode(line.split(",", 1)[1]))).convert("RGB") for line in drawn.group(1).split()]
    frames[0].save(target, save_all=True, append_images=frames[1:], duration=FRAME_MS, loop=0, quality=60, method=6)


if __name__ == "__main__":
    commands = {"still": still, "animation": animation}
    if len(sys.argv) != 4 or sys.argv[1] not in commands:
        sys.exit(__doc__)
    commands[sys.argv[1]](sys.argv[2], sys.argv[3])
