//! Requests to an evaluator, such as a network, and its answers.
//!
//! There are two queues in shared memory: one of requests that a thread waits for (the moves of a new node), one
//! of requests whose answers may come later (the value of a node). One thread serves both, and takes from the
//! second only when the first is empty, since whoever expands a node can do nothing else meanwhile. That is the
//! way of D. Silver et al., "Mastering the game of Go with deep neural networks and tree search", Nature 529,
//! 2016, on one machine. The second queue has room for so many requests; a thread that would exceed it waits,
//! so that no search runs away from its evaluator.
//!
//! Where a search is to be the same every time, each thread has an evaluator of its own: a [`Client`] of that
//! kind answers at once what is waited for, and the rest at fixed points, whenever so many requests are there.
//!
//! Each request for later has a ticket; its answer comes once, under that ticket, to the client that asked. A
//! client that goes takes back what it has asked for, and the service ends with its last client. An evaluator
//! that panics ends the service too: whoever waits is told that there is no answer.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use crate::evaluation::Ticket;

/// Answers requests of one kind.
pub trait Evaluate<Q, A>: Send {
    /// The answer to a request.
    fn evaluate(&mut self, request: &Q) -> A;
}

impl<Q, A, F: FnMut(&Q) -> A + Send> Evaluate<Q, A> for F {
    fn evaluate(&mut self, request: &Q) -> A {
        self(request)
    }
}

/// A thread that evaluates; see the module's head. It ends when it is dropped.
pub struct Service<Q, A> {
    desk: Arc<Desk<Q, A>>,
    thread: Option<JoinHandle<()>>,
}

/// All that threads share.
struct Desk<Q, A> {
    state: Mutex<State<Q, A>>,
    /// There is work, or there will never be any.
    work: Condvar,
    /// There are answers or room, or there will never be any.
    done: Condvar,
    room: usize,
}

struct State<Q, A> {
    urgent: VecDeque<Job<Q>>,
    later: VecDeque<Job<Q>>,
    inboxes: Vec<Inbox<A>>,
    closed: bool,
}

/// A request; one without a ticket is waited for.
struct Job<Q> {
    client: usize,
    ticket: Option<Ticket>,
    request: Q,
}

/// The answers for one client.
struct Inbox<A> {
    urgent: Option<A>,
    arrived: Vec<(Ticket, A)>,
    /// Tickets that are not yet in `arrived`.
    pending: usize,
}

impl<Q, A> Desk<Q, A> {
    /// Nobody panics while holding the lock, and were it so, queues would still be queues.
    fn lock(&self) -> MutexGuard<'_, State<Q, A>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.urgent.clear();
        state.later.clear();
        drop(state);
        self.work.notify_all();
        self.done.notify_all();
    }
}

/// Closes the desk when the evaluating thread ends, however it does.
struct Closing<Q, A>(Arc<Desk<Q, A>>);

impl<Q, A> Drop for Closing<Q, A> {
    fn drop(&mut self) {
        self.0.close();
    }
}

impl<Q: Send + 'static, A: Send + 'static> Service<Q, A> {
    /// Starts a thread that evaluates, with room for so many requests whose answers may come later, at
    /// least one.
    ///
    /// # Panics
    /// If the system has no thread left.
    #[must_use]
    pub fn new(evaluator: impl Evaluate<Q, A> + 'static, room: usize) -> Arc<Self> {
        let desk = Arc::new(Desk {
            state: Mutex::new(State {
                urgent: VecDeque::new(),
                later: VecDeque::new(),
                inboxes: Vec::new(),
                closed: false,
            }),
            work: Condvar::new(),
            done: Condvar::new(),
            room: room.max(1),
        });
        let closing = Closing(desk.clone());
        let thread = thread::spawn(move || serve(&closing.0, evaluator));
        Arc::new(Self {
            desk,
            thread: Some(thread),
        })
    }
}

impl<Q, A> Service<Q, A> {
    /// The number of requests that wait or are being answered, of all clients.
    #[must_use]
    pub fn pending(&self) -> usize {
        let state = self.desk.lock();
        let pending = state.inboxes.iter().map(|inbox| inbox.pending);
        state.urgent.len() + pending.sum::<usize>()
    }
}

impl<Q, A> Drop for Service<Q, A> {
    fn drop(&mut self) {
        self.desk.close();
        if let Some(thread) = self.thread.take() {
            // A panic in there has closed the desk, which is all that can be done about it.
            let _ = thread.join();
        }
    }
}

fn serve<Q, A>(desk: &Desk<Q, A>, mut evaluator: impl Evaluate<Q, A>) {
    let mut state = desk.lock();
    while !state.closed {
        let State { urgent, later, .. } = &mut *state;
        let Some(job) = urgent.pop_front().or_else(|| later.pop_front()) else {
            let woken = desk.work.wait(state);
            state = woken.unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        drop(state);
        // There is room for another.
        desk.done.notify_all();
        let answer = evaluator.evaluate(&job.request);
        state = desk.lock();
        let inbox = &mut state.inboxes[job.client];
        match job.ticket {
            None => inbox.urgent = Some(answer),
            // A client that is gone waits for nothing.
            Some(ticket) if inbox.pending > 0 => {
                inbox.pending -= 1;
                inbox.arrived.push((ticket, answer));
            }
            Some(_) => {}
        }
        desk.done.notify_all();
    }
}

/// The way of one thread to an evaluator: a service that others use too, or one of its own.
pub struct Client<Q, A>(Way<Q, A>);

enum Way<Q, A> {
    Served {
        service: Arc<Service<Q, A>>,
        number: usize,
    },
    Own {
        evaluator: Box<dyn Evaluate<Q, A>>,
        queue: Vec<(Ticket, Q)>,
        every: usize,
    },
}

impl<Q, A> Client<Q, A> {
    /// A client of a service.
    #[must_use]
    pub fn of(service: &Arc<Service<Q, A>>) -> Self {
        let mut state = service.desk.lock();
        let number = state.inboxes.len();
        state.inboxes.push(Inbox {
            urgent: None,
            arrived: Vec::new(),
            pending: 0,
        });
        drop(state);
        Self(Way::Served {
            service: service.clone(),
            number,
        })
    }

    /// A client with an evaluator of its own. What may come later is answered when so many requests are
    /// there, or when it is waited for.
    #[must_use]
    pub fn with_own(evaluator: Box<dyn Evaluate<Q, A>>, every: usize) -> Self {
        Self(Way::Own {
            evaluator,
            queue: Vec::new(),
            every: every.max(1),
        })
    }

    /// The answer to a request, for which the thread waits. None if there is no evaluator any more.
    pub fn ask(&mut self, request: Q) -> Option<A> {
        match &mut self.0 {
            Way::Own { evaluator, .. } => Some(evaluator.evaluate(&request)),
            Way::Served { service, number } => {
                let (desk, client) = (&service.desk, *number);
                let mut state = desk.lock();
                if state.closed {
                    return None;
                }
                state.urgent.push_back(Job {
                    client,
                    ticket: None,
                    request,
                });
                desk.work.notify_one();
                loop {
                    let answer = state.inboxes[client].urgent.take();
                    if answer.is_some() || state.closed {
                        return answer;
                    }
                    let woken = desk.done.wait(state);
                    state = woken.unwrap_or_else(PoisonError::into_inner);
                }
            }
        }
    }

    /// Asks for an answer that may come later, under this ticket; waits for room if there is none. False if
    /// there is no evaluator any more: no answer will come then.
    pub fn post(&mut self, ticket: Ticket, request: Q) -> bool {
        match &mut self.0 {
            Way::Own { queue, .. } => {
                queue.push((ticket, request));
                true
            }
            Way::Served { service, number } => {
                let (desk, client) = (&service.desk, *number);
                let mut state = desk.lock();
                while !state.closed && state.later.len() >= desk.room {
                    let woken = desk.done.wait(state);
                    state = woken.unwrap_or_else(PoisonError::into_inner);
                }
                if state.closed {
                    return false;
                }
                state.inboxes[client].pending += 1;
                state.later.push_back(Job {
                    client,
                    ticket: Some(ticket),
                    request,
                });
                desk.work.notify_one();
                true
            }
        }
    }

    /// Adds the answers that are there. With `wait`, all that were asked for are waited for, and none
    /// is left pending.
    pub fn collect(&mut self, wait: bool, arrived: &mut Vec<(Ticket, A)>) {
        match &mut self.0 {
            Way::Own {
                evaluator,
                queue,
                every,
            } => {
                if wait || queue.len() >= *every {
                    let answer = |(ticket, request)| (ticket, evaluator.evaluate(&request));
                    arrived.extend(queue.drain(..).map(answer));
                }
            }
            Way::Served { service, number } => {
                let desk = &service.desk;
                let mut state = desk.lock();
                while wait && !state.closed && state.inboxes[*number].pending > 0 {
                    let woken = desk.done.wait(state);
                    state = woken.unwrap_or_else(PoisonError::into_inner);
                }
                let closed = state.closed;
                let inbox = &mut state.inboxes[*number];
                if closed {
                    inbox.pending = 0;
                }
                arrived.append(&mut inbox.arrived);
            }
        }
    }

    /// The number of answers that are to come or have not been collected.
    #[must_use]
    pub fn pending(&self) -> usize {
        match &self.0 {
            Way::Own { queue, .. } => queue.len(),
            Way::Served { service, number } => {
                let inbox = &service.desk.lock().inboxes[*number];
                inbox.pending + inbox.arrived.len()
            }
        }
    }
}

impl<Q, A> Drop for Client<Q, A> {
    fn drop(&mut self) {
        if let Way::Served { service, number } = &self.0 {
            let mut state = service.desk.lock();
            state.later.retain(|job| job.client != *number);
            state.inboxes[*number].pending = 0;
            state.inboxes[*number].arrived.clear();
            drop(state);
            service.desk.done.notify_all();
        }
    }
}
