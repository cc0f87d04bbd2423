use super::*;

const fn seconds(n: u64) -> Duration {
    Duration::from_secs(n)
}

/// A game of Go on a board of so many points.
fn after(moves: usize, area: u32) -> Progress {
    Progress {
        moves,
        length: f64::from(area) * 0.7,
        reserve: f64::from(area) / 18.0,
    }
}

/// On 10×10 a game is taken to have 70 moves: 35 own ones at its start, 20 after 30 moves.
fn start() -> Progress {
    after(0, 100)
}

fn middle() -> Progress {
    after(30, 100)
}

fn late() -> Progress {
    after(500, 90)
}

fn params() -> TimeParams {
    TimeParams {
        lag: 0.5,
        boost: 1.5,
    }
}

fn allotted(clock: &Clock, progress: Progress) -> f64 {
    let time = clock.allot(Color::Black, progress, &params());
    time.map_or(f64::NAN, |time| time.as_secs_f64())
}

fn clock(system: TimeSystem) -> Clock {
    let mut clock = Clock::default();
    clock.set(system);
    clock
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-6, "{found}, not {expected}");
}

#[test]
fn absolute_time_is_shared_evenly_with_more_in_the_middle() {
    let mut clock = clock(TimeSystem::Absolute { main: seconds(350) });
    near(allotted(&clock, start()), 350.0 / 35.0 - 0.5);
    near(allotted(&clock, middle()), 1.5 * 350.0 / 20.0 - 0.5);
    // Late in a game one more own move for every 18 points is expected: 5.
    near(allotted(&clock, late()), 350.0 / 5.0 - 0.5);
    clock.spend(Color::Black, seconds(343));
    near(allotted(&clock, late()), 7.0 / 5.0 - 0.5);
    clock.spend(Color::Black, seconds(400));
    near(allotted(&clock, late()), 0.0);
    assert_eq!(clock.left(Color::White), Some((seconds(350), 0)));
}

#[test]
fn a_small_board_never_gets_more_than_is_left() {
    let clock = clock(TimeSystem::Absolute { main: seconds(10) });
    let tiny = after(1, 4);
    near(allotted(&clock, tiny), 9.5);
}

#[test]
fn japanese_periods_are_used_nearly_in_full() {
    let mut clock = clock(TimeSystem::Japanese {
        main: seconds(60),
        period: seconds(30),
        periods: 3,
    });
    // An even share of a minute is less than a period gives anyway.
    near(allotted(&clock, start()), 29.5);
    clock.spend(Color::Black, seconds(50));
    assert_eq!(clock.left(Color::Black), Some((seconds(10), 0)));
    // Ten seconds over, which starts the first period and loses none.
    clock.spend(Color::Black, seconds(20));
    assert_eq!(clock.left(Color::Black), Some((seconds(30), 3)));
    near(allotted(&clock, middle()), 29.5);
    clock.spend(Color::Black, seconds(30));
    assert_eq!(clock.left(Color::Black), Some((seconds(30), 3)));
    clock.spend(Color::Black, seconds(31));
    assert_eq!(clock.left(Color::Black), Some((seconds(30), 2)));
    clock.spend(Color::Black, seconds(1_000_000));
    assert_eq!(clock.left(Color::Black), Some((seconds(30), 1)));
}

#[test]
fn canadian_stones_share_their_period() {
    let mut clock = clock(TimeSystem::gtp(seconds(0), seconds(100), 10));
    assert_eq!(clock.left(Color::Black), Some((seconds(100), 10)));
    near(allotted(&clock, middle()), 9.5);
    clock.spend(Color::Black, seconds(28));
    near(allotted(&clock, middle()), 72.0 / 9.0 - 0.5);
    for _ in 0..9 {
        clock.spend(Color::Black, seconds(1));
    }
    assert_eq!(clock.left(Color::Black), Some((seconds(100), 10)));
    clock.time_left(Color::Black, seconds(12), 4);
    near(allotted(&clock, middle()), 2.5);
}

#[test]
fn canadian_main_time_runs_over_into_the_first_period() {
    let mut clock = clock(TimeSystem::gtp(seconds(700), seconds(100), 10));
    near(allotted(&clock, start()), 19.5);
    clock.time_left(Color::Black, seconds(3), 0);
    near(allotted(&clock, start()), 9.5);
    clock.spend(Color::Black, seconds(10));
    assert_eq!(clock.left(Color::Black), Some((seconds(93), 9)));
}

#[test]
fn fischer_time_grows_and_has_its_ceilings() {
    let mut free = clock(TimeSystem::Fischer {
        main: seconds(35),
        increment: seconds(10),
    });
    near(allotted(&free, start()), 10.5);
    free.spend(Color::Black, seconds(5));
    assert_eq!(free.left(Color::Black), Some((seconds(40), 0)));
    free.time_left(Color::Black, seconds(2), 0);
    near(allotted(&free, start()), 1.5);
    let mut capped = clock(TimeSystem::FischerCapped {
        main: seconds(35),
        increment: seconds(10),
        most: seconds(38),
        turn: seconds(6),
    });
    near(allotted(&capped, start()), 5.5);
    capped.spend(Color::Black, seconds(5));
    assert_eq!(capped.left(Color::Black), Some((seconds(38), 0)));
}

#[test]
fn time_settings_mean_what_gtp_says() {
    let none = TimeSystem::None;
    assert_eq!(TimeSystem::gtp(seconds(0), seconds(0), 0), none);
    assert_eq!(TimeSystem::gtp(seconds(9), seconds(9), 0), none);
    let main = seconds(9);
    let absolute = TimeSystem::Absolute { main };
    assert_eq!(TimeSystem::gtp(main, seconds(0), 0), absolute);
    assert_eq!(TimeSystem::gtp(main, seconds(0), 5), absolute);
    assert_eq!(clock(none).allot(Color::White, start(), &params()), None);
    assert_eq!(clock(none).left(Color::White), None);
}

#[test]
fn silly_numbers_do_no_harm() {
    let times = [
        Duration::ZERO,
        Duration::from_nanos(1),
        seconds(1),
        Duration::MAX,
    ];
    let counts = [0, 1, u32::MAX];
    let moments = [(0, 0), (0, 4), (usize::MAX, 625), (usize::MAX, u32::MAX)];
    for main in times {
        for period in times {
            for count in counts {
                for system in [
                    TimeSystem::gtp(main, period, count),
                    TimeSystem::Canadian {
                        main,
                        period,
                        stones: count,
                    },
                    TimeSystem::Japanese {
                        main,
                        period,
                        periods: count,
                    },
                    TimeSystem::Fischer {
                        main,
                        increment: period,
                    },
                ] {
                    let mut clock = clock(system);
                    for (moves, area) in moments {
                        for time in times {
                            clock.spend(Color::Black, time);
                            let progress = after(moves, area);
                            let _any = clock.allot(Color::Black, progress, &params());
                            clock.time_left(Color::Black, time, count);
                            clock.spend(Color::Black, period);
                        }
                    }
                }
            }
        }
    }
}
