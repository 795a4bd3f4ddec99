// Several runs as one: bodies, joints and loads one after the other, curves of one plot together.
class MergedMotion {
  constructor(motions) {
    this.motions = motions;
    [this.t, this.count, this.stored] = [motions[0].t, motions[0].count, motions[0].stored];
    this.start = Math.min(...motions.map(motion => motion.start));
    this.end = Math.max(...motions.map(motion => motion.end));
    this.owner = motions.flatMap(motion => motion.bodies.map((_, b) => [motion, b]));
  }

  at(b, time) {
    const [motion, own] = this.owner[b];
    return motion.at(own, clamp(time, motion.start, motion.end));
  }
}

// The run that the page shows. Bodies of the second one are ghosts; its curves are dashed and have a prime.
function mergeRuns(runs) {
  const merged = { ...runs[0], runs, bodies: [], joints: [], loads: [], times: [], plots: runs[0].plots.map(plot => ({ ...plot, curves: [] })) };
  runs.forEach((run, k) => {
    const first = merged.bodies.length, times = merged.times.length, prime = '\u2032'.repeat(k);
    const shift = item => ({ ...item, bodies: item.bodies.map(b => b < 0 ? b : b + first), run: k });
    merged.bodies.push(...run.bodies.map(body => ({ ...body, name: body.name + prime, ghost: k > 0 })));
    merged.joints.push(...run.joints.map(shift));
    merged.loads.push(...run.loads.map(shift));
    merged.times.push(...run.times);
    for (const plot of run.plots) {
      let own = merged.plots.find(other => other.title === plot.title);
      if (!own) merged.plots.push(own = { ...plot, curves: [] });
      own.curves.push(...plot.curves.map((curve, i) => ({ ...curve, name: curve.name + prime, table: curve.table + times, dashed: k > 0, hue: i })));
    }
  });
  merged.tables = runs.flatMap((run, k) => run.tables.map(table => ({ ...table, label: runs.length > 1 ? `${k + 1}: ${table.name}` : table.name })));
  return merged;
}
